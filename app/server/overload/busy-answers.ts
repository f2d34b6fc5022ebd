import type { IncomingMessage, ServerResponse } from "node:http";
import { html } from "hono/html";
import { tryAgain } from "../../../machines/messages/try-again.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { retryAfter } from "../answer-for-failures.ts";
import { bareHeaders, barePageHeaders } from "../bare-headers.ts";
import { bareHtml } from "../plain-page.ts";
import { visitorLanguage } from "../visitor-language.ts";

/** An answer as it is sent, made beforehand: refusing has to cost far less than answering. */
type Prepared = { headers: Record<string, string | number>; body: Buffer };

/** Answers that the site is busy: a post of JSON in JSON, all else with a page in its visitor's language. */
export async function busyAnswers({ siteOrigin, company }: Pick<Settings, "siteOrigin" | "company">) {
  const https = siteOrigin.startsWith("https:");
  const prepared = (body: Buffer, own: Record<string, string>): Prepared => ({
    headers: { ...bareHeaders(https), ...own, "Retry-After": retryAfter, "Content-Length": body.length },
    body,
  });
  const page = async (language: Language) =>
    prepared(Buffer.from(String(await busyPage(language, company))), barePageHeaders(https));
  const pages: Record<Language, Prepared> = { en: await page("en"), es: await page("es") };
  const error = "The site is busy just now. Please try again in a moment.";
  const json = prepared(Buffer.from(JSON.stringify({ error, field: null })), {
    "Content-Type": "application/json",
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { headers, body } = request.method === "POST" ? json : pages[languageOf(request)];
    response.writeHead(503, headers).end(body);
  };
}

function busyPage(language: Language, { siteName, phone }: Settings["company"]) {
  const { title, busy, soon, reload, call, home } = tryAgain[language];
  // An empty address is the page's own, which is not known here.
  const more = html`<p>${soon}</p>
<p><a class="button" href="">${reload}</a></p>
<p>${call} <a href="tel:${phone.dial}">${phone.display}</a></p>`;
  return bareHtml({ siteName, language, title, words: busy, more, home });
}

function languageOf({ url, headers }: IncomingMessage): Language {
  const get = (name: string) => String(headers[name.toLowerCase()] ?? "") || null;
  return visitorLanguage({ url: `http://${headers.host}${url}`, headers: { get } });
}
