import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { html } from "hono/html";
import type { Language } from "../../../machines/steps/step.ts";
import { alarm } from "../../../services/guard/budget.ts";
import { networkOf } from "../../../services/guard/network-of.ts";
import type { Services } from "../../../services/index.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { languages } from "../../../services/words/languages.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { thankYouPaths } from "../../site/links.ts";
import { bareHeaders, bareHtml, barePageHeaders } from "../answers/plain-page.ts";
import { formType, markOverdue, retryAfter } from "../answers/try-again.ts";
import { clientAddress, visitorLanguage } from "../requests/request-facts.ts";
import { sessionCookieName } from "../sessions/session-cookie.ts";
import { Admission } from "./admission.ts";

/**
 * `file`: a page is useless without those it loads. `form`: holds what somebody typed. `next`: the page that follows
 * it.
 */
type RequestKind = "health" | "file" | "form" | "json" | "next" | "page";

const endings = new Set(thankYouPaths.flatMap((path) => [path, path.slice(0, -1)]));

/** How a request is treated while the site is busy. */
export function requestKind({ method, url = "", headers }: IncomingMessage, https: boolean): RequestKind {
  const [path = "", query = ""] = url.split("?", 2);
  if (method === "POST") return headers["content-type"]?.startsWith(formType) ? "form" : "json";
  if (path === "/healthz" || path === "/readyz") return "health";
  // A page of many frames requests all of them at once.
  const isFrame = new URLSearchParams(query).has("framed");
  const isNext =
    isFrame || endings.has(path) || (hasOurs(headers, https) && new URLSearchParams(query).has("step"));
  return path.startsWith("/assets/") || /\.\w{2,5}$/.test(path) ? "file" : isNext ? "next" : "page";
}

/**
 * Whether a request belongs to a visit under way: it posts, fetches what follows, or has our cookie. Nothing is proven
 * by that.
 */
export function isUnderWay(request: IncomingMessage, https: boolean): boolean {
  const { method, headers } = request;
  return method === "POST" || hasOurs(headers, https) || requestKind(request, https) === "next";
}

function hasOurs({ cookie }: IncomingHttpHeaders, https: boolean): boolean {
  return cookie?.includes(`${sessionCookieName(https)}=`) ?? false;
}

/** A prepared answer: refusing has to cost far less than answering. */
type Prepared = { headers: Record<string, string | number>; body: Buffer };

/** Answers that the site is busy: a JSON post in JSON, everything else with a page in its visitor's language. */
async function busyAnswers(settings: Pick<Settings, "siteOrigin" | "company" | "ownWords">) {
  const https = settings.siteOrigin.startsWith("https:");
  const prepared = (body: Buffer, own: Record<string, string>): Prepared => ({
    headers: { ...bareHeaders(https), ...own, "Retry-After": retryAfter, "Content-Length": body.length },
    body,
  });
  const pages = new Map<Language, Prepared>();
  let of = settings.ownWords;
  const prepare = async () => {
    of = settings.ownWords;
    for (const language of languages) {
      const page = await busyPage(of.messages(language), language, settings.company);
      pages.set(language, prepared(Buffer.from(String(page)), barePageHeaders(https)));
    }
  };
  await prepare();
  const error = "The site is busy just now. Please try again in a moment.";
  const json = prepared(Buffer.from(JSON.stringify({ error, field: null })), {
    "Content-Type": "application/json",
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    // From the next one on it says the owner's new words.
    if (of !== settings.ownWords) void prepare();
    const { headers, body } = request.method === "POST" ? json : pages.get(languageOf(request))!;
    response.writeHead(503, headers).end(body);
  };
}

function busyPage({ trouble }: Messages, language: Language, { siteName, phone }: Settings["company"]) {
  const { title, busy, soon, reload, call, home } = trouble.tryAgain;
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

/** The site counts as overloaded for so long after each request that it had to refuse. */
const calmAfterMs = 10_000;

/** A page can be requested again by one press; an answer was given, and is worth waiting for. */
const [pagePatienceMs, answerPatienceMs] = [1_000, 3_000];
const patienceMs: Record<RequestKind, number> = {
  page: pagePatienceMs,
  json: answerPatienceMs,
  // These are never too late: a page is useless without its files, a form is handed back, and a visitor whose answer is
  // stored must not be told to come again.
  file: Number.POSITIVE_INFINITY,
  form: Number.POSITIVE_INFINITY,
  next: Number.POSITIVE_INFINITY,
  health: 0,
};

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Admits requests in a fair order while there are more than the process can answer, and tells some that the site is
 * busy, so that nobody waits for seconds (decision "Requests take turns").
 */
export async function overloadGuard({
  settings,
  metrics,
  log,
}: Pick<Services, "settings" | "metrics" | "log">): Promise<Handler> {
  const https = settings.siteOrigin.startsWith("https:");
  const answerBusy = await busyAnswers(settings);
  const overload = alarm("overload", Date.now, log);
  const admission = new Admission();
  metrics.addWaitingGauge(() => admission.waiting);

  return (request, response, next) => {
    const kind = requestKind(request, https);
    if (kind === "health") return next();
    const { headers, socket } = request;
    const forwarded = headers["x-forwarded-for"]?.toString();
    const came = performance.now();
    const refused = () => {
      metrics.requestsRefused.inc({ kind });
      overload.ring(Date.now() + calmAfterMs);
    };
    /** Handing a form back with its contents costs less than taking it. */
    const handBack = () => {
      refused();
      markOverdue(request);
      next();
    };
    const answerThatBusy = () => {
      refused();
      answerBusy(request, response);
    };
    admission.ask({
      network: networkOf(clientAddress(socket.remoteAddress ?? "", forwarded, settings.trustProxy)),
      connection: socket,
      isUnderWay: isUnderWay(request, https),
      start(done) {
        // A client that has hung up needs no answer.
        if (socket.destroyed) return done();
        if (kind === "form" && performance.now() - came > answerPatienceMs) handBack();
        else next();
        // Posts have limits of their own, and may wait for outside services.
        if ((kind !== "page" && kind !== "next") || response.writableEnded) return done();
        response.once("close", done);
      },
      refuse: kind === "form" ? handBack : answerThatBusy,
      patienceMs: patienceMs[kind],
    });
  };
}
