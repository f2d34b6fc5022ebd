import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { errorWords, type Refusal } from "../../machines/messages/error-page.ts";
import { plainStyle } from "./plain-style.ts";
import type { ServerEnv } from "./server-env.ts";
import { visitorLanguage } from "./visitor-language.ts";

export type BarePage = {
  /** Whose page it is; left out where nobody knows. */
  siteName?: string;
  language: string;
  title: string;
  words: string;
  /** Shown below the words, with what there is to press. */
  more?: HtmlEscapedString | Promise<HtmlEscapedString>;
  /** Words of the link to the home page. */
  home: string;
};

/**
 * A page of a few words, for what is answered before Remix is asked, or when it fails: without the site's frame, but
 * with all that a reader needs to know where they are.
 */
export async function barePage(
  c: Context<ServerEnv>,
  page: BarePage,
  status: ContentfulStatusCode,
  headers: Record<string, string> = {},
): Promise<Response> {
  return c.html(bareHtml({ siteName: c.get("siteName"), ...page }), status, headers);
}

export function bareHtml({ siteName, language, title, words, more, home }: BarePage) {
  return html`<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(plainStyle)}</style></head>
<body><main>${siteName ? html`<p class="site">${siteName}</p>` : ""}<h1>${title}</h1><p>${words}</p>${more ?? ""}
<p><a href="/"${more ? "" : html` class="button"`}>${home}</a></p></main></body></html>`;
}

/** The same for what was refused or failed, in the visitor's language. */
export function plainPage(
  c: Context<ServerEnv>,
  refusal: Refusal,
  status: ContentfulStatusCode,
  headers: Record<string, string> = {},
): Promise<Response> {
  const language = visitorLanguage(c.req.raw);
  const { title, refused, home } = errorWords[language];
  return barePage(c, { language, title, words: refused[refusal], home }, status, headers);
}
