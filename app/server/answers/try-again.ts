import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { html, raw } from "hono/html";
import type { Settings } from "../../../services/settings/env.ts";
import type { ServerEnv } from "../context.ts";
import { mostFields } from "../requests/bodies.ts";
import { ownPath, visitorLanguage } from "../requests/request-facts.ts";
import { routeOf } from "../requests/request-log.ts";
import { barePage, plainPage } from "./plain-page.ts";

/** Carries a challenge to the page's scripts (app/proof-of-work). */
export const challengeHeader = "Proof-Of-Work";

/** Seconds after which a browser may ask again. */
export const retryAfter = "5";

/** The content type of a browser's form. */
export const formType = "application/x-www-form-urlencoded";

type Trouble = {
  /** `origin`: the browser does not say which page the form is on. */
  cause: "flood" | "store" | "origin";
  waitSeconds?: number;
  body?: string;
  /** A client that submits the proof of this work need not wait. */
  challenge?: string;
  /** A hidden field that is put to those of the form. */
  field?: [name: string, value: string];
};

const statuses = { flood: 429, store: 503, origin: 403 } as const;

/** Answers a request that cannot be taken at the moment. */
export type TryAgain = (c: Context<ServerEnv>, trouble: Trouble) => Response | Promise<Response>;

/** True for a form's post, which is answered with a page; other bodies and their answers are JSON. */
export function isForm(c: Context<ServerEnv>): boolean {
  return c.req.method === "POST" && (c.req.header("Content-Type") ?? "").startsWith(formType);
}

/**
 * One answer for floods (429), for a store in trouble (503) and for a form that another site may have sent (403). The
 * island and our page scripts retry by themselves. A form comes back as a page, in the visitor's language, with its
 * fields filled in: browsers forget what was typed on uncacheable pages.
 * @param loader the islands' loader, by which that page resends the form by itself: as soon as its proof of work is
 * done, or after some seconds
 */
export function tryAgainWith(
  { phone }: Pick<Settings["company"], "phone">,
  loader: () => string | null,
): TryAgain {
  return (c, { cause, waitSeconds, body, challenge, field }) => {
    const status = statuses[cause];
    const headers = {
      ...(waitSeconds !== undefined && { "Retry-After": String(waitSeconds) }),
      ...(challenge && { [challengeHeader]: challenge }),
    };
    if (c.req.method === "POST" && !isForm(c)) {
      const error = "Too many posts just now. Please try again in a minute.";
      return c.json({ error, field: null }, status, headers);
    }
    const { path, url } = c.req;
    const language = visitorLanguage(c.req.raw);
    const words = c.get("messages")(language).trouble.tryAgain;
    const address = ownPath(path) + new URL(url).search;
    // People who work here have given no answers, and need no phone number.
    const isOurs = /^\/+(?:console|graphs)(?:\/|$)/.test(path);
    const call = isOurs ? "" : html`<p>${words.call} <a href="tel:${phone.dial}">${phone.display}</a></p>`;
    const { home } = words;
    const title = cause === "origin" ? words.oneMore : words.title;
    if (body === undefined) {
      const again = html`<p>${words.wait}</p>
<p><a class="button" href="${address}">${words.reload}</a></p>${call}`;
      const notShown = isOurs ? words.notShown : `${words.notShown} ${words.kept}`;
      return barePage(c, { language, title, words: notShown, more: again, home }, status, headers);
    }
    const fields = [...new URLSearchParams(body)].filter(([name]) => name !== field?.[0]);
    if (fields.length > mostFields) return plainPage(c, "tooManyFields", 400);
    if (field) fields.push(field);
    // In a flood nothing is resent automatically except with a proof; a lost store is soon back.
    const isSentAgain = challenge !== undefined || cause === "store";
    const sending = challenge ? words.sending : words.trying;
    const work =
      isSentAgain &&
      html` data-island="proof" data-challenge="${challenge ?? ""}" data-seconds="${waitSeconds}" data-sending="${sending}"`;
    const script = isSentAgain && loader();
    const more = html`<form method="post" action="${address}"${work || ""}>
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p role="status">${field ? words.press : words.wait}</p>
<p><button type="submit">${field ? words.send : words.again}</button></p></form>${call}
${script ? html`<script type="module">${raw(script)}</script>` : ""}`;
    const isWhole = cause === "origin" || routeOf(path) === "/contact";
    const kept = isOurs ? words[cause] : `${words[cause]} ${words.held}`;
    const held = isWhole ? words[cause === "origin" ? cause : "message"] : kept;
    return barePage(c, { language, title, words: held, more, home }, status, headers);
  };
}

const overdue = new WeakSet<IncomingMessage>();

/** Notes that this form has waited too long to be worked on. */
export const markOverdue = (request: IncomingMessage) => void overdue.add(request);

export const isOverdue = (request: IncomingMessage) => overdue.has(request);

/** Hands such forms back on a page with what was typed, which browsers would forget. */
export function handBackOverdue(tryAgain: TryAgain): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (!isOverdue(c.env.incoming)) return next();
    return tryAgain(c, { cause: "store", waitSeconds: Number(retryAfter), body: await c.req.text() });
  };
}
