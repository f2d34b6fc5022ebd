import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { errorWords, type Refusal } from "../../machines/messages/error-page.ts";
import type { ServerEnv } from "./server-env.ts";
import { visitorLanguage } from "./visitor-language.ts";

/** The site's colours and type (styles/tokens.css), of which nothing is loaded here. */
export const style = `
body{margin:0;background:#f7f9f8;color:#16242c;font:1.0625rem/1.55 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.625rem,1.4rem + 1vw,2.25rem);line-height:1.2}
p{margin:0 0 1.25rem}
a{color:#0a5a61}
.button,button{display:inline-block;padding:.875rem 1.5rem;border:0;border-radius:.75rem;background:#0a5a61;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
a[href^="tel:"]{white-space:nowrap}
a:hover{color:#06444a}
.button:hover,button:hover{background:#06444a;color:#fff}
a:focus-visible,button:focus-visible{outline:3px solid #16242c;outline-offset:2px}`;

export type BarePage = {
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
  return c.html(bareHtml(page, c.get("secureHeadersNonce") ?? ""), status, headers);
}

/** @param nonce by which the content security policy knows the page's style, if not by its hash */
export function bareHtml({ language, title, words, more, home }: BarePage, nonce?: string) {
  return html`<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style${nonce === undefined ? "" : html` nonce="${nonce}"`}>${raw(style)}</style></head>
<body><main><h1>${title}</h1><p>${words}</p>${more ?? ""}
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
