import { createHash } from "node:crypto";
import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { HTTPException } from "hono/http-exception";
import type { HtmlEscapedString } from "hono/utils/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { defaultSurvey, findEntry } from "../../../machines/registry.ts";
import type { Log } from "../../../services/observe/log.ts";
import { StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { languageFacts } from "../../../services/words/languages.ts";
import type { Messages } from "../../../services/words/messages.ts";
import type { ServerEnv } from "../context.ts";
import { ownPath, visitorLanguage } from "../requests/request-facts.ts";

/** @returns the source of inline code as a content security policy names it */
export function hashSource(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

/** The site's colors and type (styles/tokens.css and dark.css), since no style sheet is loaded here. */
export const plainStyle = `
:root{color-scheme:light dark;--ink:#16242c;--page:#f7f9f8;--accent:#0a5a61;--action:#ffb627}
@media (prefers-color-scheme:dark){:root{--ink:#edf2f3;--page:#10181d;--accent:#7fd3cf}}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.55 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.625rem,1.4rem + 1vw,2.25rem);line-height:1.2}
p{margin:0 0 1.25rem}
.site{display:flex;align-items:center;gap:.5rem;margin:.5rem 0;font-weight:700}
.site rect{fill:var(--accent)}
.site path{fill:none;stroke:var(--page);stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
p:last-child>a:not(.button){display:inline-block;padding:.625rem 0}
a{color:var(--accent)}
.button,button{display:inline-block;padding:.875rem 1.5rem;border:0;border-radius:.75rem;background:var(--action);color:#2a1c00;font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
a[href^="tel:"]{white-space:nowrap}
.button:hover,button:hover{background:#f59f00}
a:focus-visible,button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;

type BarePage = {
  /** Whose page it is; omitted where that is unknown. */
  siteName?: string;
  language: string;
  title: string;
  words: string;
  /** Shown below the words, with the buttons. */
  more?: HtmlEscapedString | Promise<HtmlEscapedString>;
  /** Words of the link to the home page. */
  home: string;
};

/**
 * A page of a few words, for answers before or instead of Remix: without the site's frame, but with enough for readers
 * to know where they are.
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
  const mark = html`<svg width="28" height="28" viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="10"/><path d="M11 30c0-9 18-7 18-16m-5.5 0 5.5-5.5 5.5 5.5"/></svg>`;
  return html`<!DOCTYPE html><html lang="${language}"${languageFacts(language).direction === "rtl" ? raw(' dir="rtl"') : ""}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(plainStyle)}</style></head>
<body><main>${siteName ? html`<p class="site">${mark}${siteName}</p>` : ""}<h1>${title}</h1><p>${words}</p>${more ?? ""}
<p><a href="/"${more ? "" : html` class="button"`}>${home}</a></p></main></body></html>`;
}

/** What programs are told instead. */
type Refusal = keyof Messages["trouble"]["errorPages"]["refused"];

const programWords: Record<Refusal, string> = {
  method: "This site takes GET, HEAD and POST only.",
  otherSite: "The request was sent from another site.",
  notUnderstood: "The request could not be understood.",
  tooManyFields: "The form has too many fields.",
  tooLong: "The body is too long.",
  longAddress: "The head of the request is too long.",
  cutOff: "The request was cut off.",
  ourFault: "Something went wrong on our side. Please try again.",
};

/** How a program that asks is answered, by what it sends or the address; undefined for a browser, which gets a page. */
function programReads(c: Context<ServerEnv>): "json" | "text" | undefined {
  const { path } = c.req;
  const isJson = c.req.header("Content-Type")?.startsWith("application/json") ?? false;
  if (isJson || path.startsWith("/api/")) return "json";
  return /^\/(?:healthz|readyz|\.well-known\/)|\.(?:csv|json|txt|xml)$/.test(path) ? "text" : undefined;
}

/** The same for refusals and failures, in the visitor's language; a program gets JSON, or a line of text. */
export function plainPage(
  c: Context<ServerEnv>,
  refusal: Refusal,
  status: ContentfulStatusCode,
  headers: Record<string, string> = {},
): Response | Promise<Response> {
  const reads = programReads(c);
  if (reads === "json") return c.json({ error: programWords[refusal], field: null }, status, headers);
  if (reads === "text") return c.text(`${programWords[refusal]}\n`, status, headers);
  const language = visitorLanguage(c.req.raw);
  const { title, refused, home, back } = c.get("messages")(language).trouble.errorPages;
  const isForm = c.req.method === "POST" && refusal !== "ourFault";
  const more = isForm ? html`<p><a class="button" href="${ownPath(c.req.path)}">${back}</a></p>` : undefined;
  return barePage(c, { language, title, words: refused[refusal], more, home }, status, headers);
}

/** Two years, subdomains included. */
export const hsts = "max-age=63072000; includeSubDomains";

/** Permissions that no page of ours requests. */
export const unusedFeatures = ["camera", "microphone", "geolocation", "payment", "usb", "browsing-topics"];

/**
 * Headers for answers outside the site's own guards: to invalid requests, before the site is ready, and for the
 * operator. Nothing may be loaded, framed or cached.
 * @param https whether the site is served over https
 */
export function bareHeaders(https: boolean): Record<string, string> {
  return {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy":
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": unusedFeatures.map((feature) => `${feature}=()`).join(", "),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(https && { "Strict-Transport-Security": hsts }),
  };
}

/** Headers of a page of a few words (`bareHtml`). @param forms where it may send forms */
export function barePageHeaders(https: boolean, forms = "'none'"): Record<string, string> {
  return {
    ...bareHeaders(https),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; style-src ${hashSource(plainStyle)}; img-src 'self'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
  };
}

/** The last resort when something failed outside Remix, or a request was cut off: plain words, no details, the error's name in the log. */
export function plainError(error: Error, c: Context<ServerEnv>, log: Log): Response | Promise<Response> {
  const isCut = c.env.incoming.readableAborted;
  const isPassing = error instanceof StoreUnavailable;
  const status = error instanceof HTTPException ? error.status : isCut ? 400 : isPassing ? 503 : 500;
  log("request.failed", { requestId: c.get("requestId"), path: c.req.path, status, error: error.name });
  const headers = { ...(isPassing && { "Retry-After": "5" }) };
  return plainPage(c, status < 500 ? "notUnderstood" : "ourFault", status as ContentfulStatusCode, headers);
}

export const words = "The request could not be understood.\n";

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** The answer to a request whose address or Host header does not form a URL. */
export function badRequest(https: boolean): () => Response {
  return () => new Response(words, { status: 400, headers: bareHeaders(https) });
}

/**
 * Answers what is no HTTP at all, too long, too slow, or expects of us what we do not do; Node's own answers carry no
 * headers.
 * @param https whether the site is served over https
 */
export function answerBadRequests(server: Server, https: boolean): void {
  server.on("clientError", async (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    const status = statusLines[error.code ?? ""] ?? "400 Bad Request";
    const isLong = error.code === "HPE_HEADER_OVERFLOW";
    const body = isLong ? await longAddressPage(error.rawPacket) : words;
    const lines = Object.entries({
      ...(isLong ? barePageHeaders(https) : bareHeaders(https)),
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    });
    const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
  });
  server.on("checkExpectation", (_request, response: ServerResponse) =>
    response.writeHead(417, { ...bareHeaders(https), Connection: "close" }).end(words),
  );
}

/** A visitor may have followed an ad's endless link: the way on is the survey that it led to. */
async function longAddressPage(packet: Buffer | undefined): Promise<string> {
  const [, path = ""] = /^[A-Z]+ (\/[^?\s]*)/.exec(packet?.toString("latin1", 0, 300) ?? "") ?? [];
  const entry = findEntry(path);
  const language = visitorLanguage({ url: `http://localhost${path}`, headers: new Headers() });
  const { title, home, refused, notFound } = messagesIn(language).trouble.errorPages;
  const more = html`<p><a class="button" href="${entry?.path ?? defaultSurvey}">${notFound.start}</a></p>`;
  return String(await bareHtml({ language, title, words: refused.longAddress, more, home }));
}
