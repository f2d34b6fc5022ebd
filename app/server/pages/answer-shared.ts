import type { IncomingMessage, ServerResponse } from "node:http";
import { longestReferer } from "../../../machines/context/tracking.ts";
import { entryInArm, findEntry } from "../../../machines/registry.ts";
import { deviceClass } from "../../../services/analytics/device.ts";
import { isVisitor } from "../../../services/analytics/first-views.ts";
import type { Services } from "../../../services/index.ts";
import { pageDigest } from "../../../services/operations/doctor/page.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import { sentBy } from "../../../services/visits/token.ts";
import { acceptedEncodings } from "../answers/compress.ts";
import { type SecurityHeaders, usualHeaders } from "../answers/security-headers.ts";
import { recordRequest, routeOf, tracedRequest } from "../requests/request-log.ts";
import { newSessionId, type ReadSession } from "../sessions/session-cookie.ts";
import type { AskRemix } from "./ask-remix.ts";
import type { KeptPage, MakePage, PageMemory, SharedPage } from "./page-memory.ts";

/** Begun with the page, since an arm may depend on both. */
type NewSession = { id: string; at: number };
type FirstView = { page: SharedPage; session: NewSession };

/** Answers what is the same for everybody. Each returns false for a request that the server behind has to answer. */
export type AnswerShared = {
  /** With a page in memory: before this call returns. */
  known(request: IncomingMessage, response: ServerResponse): boolean;
  /** With a page that may have to be made. */
  made(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
};

export function answerSharedWith(deps: {
  sharedPage: (request: IncomingMessage) => SharedPage | undefined;
  memory: PageMemory;
  readSession: ReadSession;
  services: Pick<Services, "log" | "metrics" | "settings" | "firstViews">;
}): AnswerShared {
  const { sharedPage, memory, readSession, services } = deps;
  const isBehindProxy = services.settings.trustProxy > 0;

  /** Views whose page was not in memory: a second draw would favor the arms whose page is. */
  const missed = new WeakMap<IncomingMessage, FirstView>();

  /** The page as a browser without a session is to see it, and the session that it gets if the page begins one. */
  function firstView(request: IncomingMessage): FirstView | undefined {
    const page = sharedPage(request);
    if (!page) return undefined;
    const session = { id: newSessionId(), at: Date.now() };
    const { assign } = services.settings.arms;
    const arm = page.tried === undefined ? undefined : assign?.(page.tried, session.id, session.at);
    return { page: arm ? { ...page, arm } : page, session };
  }

  /** A session begins with the first page of a survey. @returns the cookie that it is kept in */
  function begin({ headers }: IncomingMessage, { page: { survey, arm }, session: { id, at } }: FirstView) {
    const referer = (headers.referer ?? "").slice(0, longestReferer);
    const entry = survey && entryInArm(survey.entry, arm);
    if (entry && isVisitor((name) => headers[name.toLowerCase()]?.toString())) {
      const device = deviceClass(headers["user-agent"] ?? "");
      services.firstViews.seen({ entry, arrival: { ...survey.arrival, device, arm }, at });
    }
    return readSession(undefined).cookieFor(id, {
      at,
      referer,
      survey: entry?.variant.code,
      by: survey && sentBy(survey.arrival),
    });
  }

  function send(request: IncomingMessage, response: ServerResponse, page: KeptPage, view: FirstView) {
    const [encoding] = acceptedEncodings(request.headers["accept-encoding"]);
    const body = page.body[encoding ?? "identity"];
    const headers: Record<string, string | number> = { ...page.headers, "content-length": body.length };
    if (encoding) headers["content-encoding"] = encoding;
    if (request.headers["want-repr-digest"]) headers["repr-digest"] = pageDigest(page.body.identity);
    if (page.beginsSession) headers["set-cookie"] = begin(request, view);
    response.writeHead(200, headers).end(body);
  }

  function answer(request: IncomingMessage, response: ServerResponse, page: KeptPage, view: FirstView) {
    const began = performance.now();
    const requestId = uuid7(Date.now());
    const [method, { route }] = ["GET", page];
    const traceparent = isBehindProxy ? String(request.headers.traceparent ?? "") || undefined : undefined;
    tracedRequest({ method, route, requestId, traceparent }, () => send(request, response, page, view));
    const ms = performance.now() - began;
    recordRequest(services, { requestId, route, method, path: request.url!, status: 200, ms });
    return true;
  }

  return {
    known(request, response) {
      const view = firstView(request);
      if (!view) return false;
      const known = memory.known(view.page);
      if (!known) missed.set(request, view);
      return known !== undefined && answer(request, response, known, view);
    },
    async made(request, response) {
      const view = missed.get(request) ?? firstView(request);
      const made = view && (await memory.get(view.page));
      return made !== undefined && answer(request, response, made, view!);
    },
  };
}

/**
 * Makes shared pages by requesting them from Remix as an unknown visitor: no cookie, no address, no header and no query
 * except the page's key. A page that knows nothing can reveal nothing.
 */
export function sharedPageMaker(deps: {
  services: Pick<Services, "settings">;
  askRemix: AskRemix;
  security: SecurityHeaders;
  readSession: ReadSession;
}): MakePage {
  const { services, askRemix, security, readSession } = deps;
  const { siteOrigin, regionHeader, sharedCacheSeconds } = services.settings;
  return async ({ address, gpc, region, arm }) => {
    const url = new URL(address, siteOrigin);
    const headers = new Headers(regionHeader && region ? { [regionHeader]: region } : {});
    const { answer, styles } = await askRemix(new Request(url, { headers }), {
      requestId: uuid7(Date.now()),
      ip: "",
      session: readSession(undefined),
      optOut: gpc ? "gpc" : undefined,
      shared: { arm },
    });
    if (answer.status !== 200) return undefined;
    const body = Buffer.from(await answer.arrayBuffer());
    // A cache in front would give one visitor's arm to all.
    const isAlike = services.settings.arms.shownAt(findEntry(url.pathname)?.path ?? "").length === 0;
    const isKept = sharedCacheSeconds > 0 && isAlike;
    const kept = new Headers({ ...usualHeaders, ...Object.fromEntries(answer.headers) });
    kept.delete("Set-Cookie");
    for (const [name, value] of Object.entries(security(url.pathname, styles))) kept.set(name, value);
    const asked = [
      "Accept-Encoding",
      "Sec-GPC",
      ...(regionHeader ? [regionHeader] : []),
      ...(isKept ? ["Cookie"] : []),
    ];
    kept.set("Vary", asked.join(", "));
    if (isKept) kept.set("Cache-Control", `public, max-age=0, s-maxage=${sharedCacheSeconds}`);
    return {
      body,
      headers: Object.fromEntries(kept),
      route: routeOf(url.pathname),
      beginsSession: !isKept && findEntry(url.pathname) !== undefined,
    };
  };
}
