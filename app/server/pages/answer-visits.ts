import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { findEntry } from "../../../machines/registry.ts";
import type { Services } from "../../../services/index.ts";
import { requestId as ownId } from "../../../services/observe/log.ts";
import { describeSpan } from "../../../services/observe/spans.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import { thankYouPaths } from "../../site/links.ts";
import { isPlainText, packedAs, readyOf } from "../answers/compress.ts";
import { type SecurityHeaders, usualHeaders } from "../answers/security-headers.ts";
import { formType, isOverdue } from "../answers/try-again.ts";
import { bodyOf, largestBody } from "../requests/bodies.ts";
import type { OverLimits } from "../requests/limit-posts.ts";
import { addressMeant } from "../requests/meant-address.ts";
import { clientAddress, type OptOuts } from "../requests/request-facts.ts";
import { idsGiven, recordRequest, routeOf, tracedRequest } from "../requests/request-log.ts";
import { originOf } from "../requests/same-origin.ts";
import type { ReadSession } from "../sessions/session-cookie.ts";
import type { AskRemix } from "./ask-remix.ts";

/** What a request that the server behind has to answer was found to be before: it is not worked on again. */
type Asked = { form: string | undefined; outcome: ReturnType<AskRemix> };
export const askedBefore = new WeakMap<IncomingMessage, Asked>();

/** No encoded characters, dots or empty segments: such a path is the same for everybody who reads it. */
const plainPath = /^(?:\/[\w-]+)+\/?$/;
const posts = new Set(["/api/progress", "/post-lead"]);
const endings = new Set(thankYouPaths.flatMap((path) => [path, path.slice(0, -1)]));

const isOfVisit = (method: string, path: string) =>
  plainPath.test(path) && (findEntry(path) !== undefined || (method === "POST" ? posts : endings).has(path));

/** Whether nothing about a post, or about asking for a page, is for the guards of the server behind to judge. */
function isUsual({ method, url, headers }: IncomingMessage, siteOrigin: string): boolean {
  if (headers["transfer-encoding"] !== undefined || !URL.canParse(`http://${headers.host}${url}`))
    return false;
  const { "content-length": length, origin } = headers;
  if (method !== "POST") return method === "GET" && length === undefined;
  const site = headers["sec-fetch-site"]?.toString();
  return Number(length) <= largestBody && originOf(site, origin, [siteOrigin]) === "here";
}

/** The headers of a request whose origin has been looked at, for those who read a few of them. */
class ReadHeaders {
  private readonly given: IncomingHttpHeaders;

  constructor(given: IncomingHttpHeaders) {
    this.given = given;
  }

  get(name: string): string | null {
    return this.given[name.toLowerCase()]?.toString() ?? null;
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    for (const [name, value] of Object.entries(this.given))
      if (name !== "origin" && value !== undefined) yield [name, value.toString()];
  }
}

/** As much of a `Request` as routes of a visit use, which is made in no time. */
function requestOf({ method, url, headers }: IncomingMessage, body: string | undefined): Request {
  const read = { method, url: `http://${headers.host}${url}`, headers: new ReadHeaders(headers) };
  return { ...read, text: async () => body } as unknown as Request;
}

/** @param behind answers what is out of the ordinary after all */
export type AnswerVisits = (request: IncomingMessage, response: ServerResponse, behind: () => void) => void;

/**
 * Answers the requests of a visit straight from `node:http`, where they are as browsers send them: to make a web request of
 * each, and to lead it past all guards one by one, takes as long as the answer itself.
 */
export function answerVisitsWith(deps: {
  services: Pick<Services, "log" | "metrics" | "settings">;
  askRemix: AskRemix;
  readSession: ReadSession;
  optOut: OptOuts;
  security: SecurityHeaders;
  overLimits: OverLimits;
}): AnswerVisits {
  const { services, askRemix, readSession, optOut, security, overLimits } = deps;
  const { siteOrigin, trustProxy } = services.settings;

  return (request, response, behind) => {
    const { method = "", url = "", headers, socket } = request;
    const at = url.indexOf("?");
    const [path, search] = at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
    if (!isOfVisit(method, path) || !isUsual(request, siteOrigin) || isOverdue(request)) return behind();
    if (method === "GET" && addressMeant(path, search)) return behind();
    const ip = clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), trustProxy);
    if (method === "POST" && overLimits(request, ip)) return behind();
    const began = performance.now();
    const [requestId, route] = [uuid7(Date.now()), routeOf(path)];
    const traceparent = trustProxy > 0 ? headers.traceparent?.toString() : undefined;

    async function work(): Promise<void> {
      const body = method === "POST" ? await bodyOf(request) : undefined;
      const form = headers["content-type"]?.startsWith(formType) ? body : undefined;
      const outcome = askRemix(requestOf(request, body), {
        form,
        requestId,
        ip,
        session: readSession(headers.cookie),
        optOut: optOut.of((name) => headers[name]?.toString()),
      });
      const found = await outcome.catch(() => undefined);
      if (!found || found.held || found.answer.status >= 500) {
        idsGiven.set(request, requestId);
        askedBefore.set(request, { form, outcome });
        return behind();
      }
      const { status } = found.answer;
      await send(request, response, path, found);
      describeSpan({ "http.response.status_code": status });
      const ms = performance.now() - began;
      recordRequest(services, { requestId, route, method, path, status, ms });
    }

    const traced = () => tracedRequest({ method, route, requestId, traceparent }, work);
    // A client that hangs up while its body is read has nothing to be answered.
    ownId.run(requestId, traced).catch(() => response.destroy());
  };

  async function send(
    { headers: asked }: IncomingMessage,
    response: ServerResponse,
    path: string,
    { answer, ready, styles }: Awaited<ReturnType<AskRemix>>,
  ): Promise<void> {
    const { status, headers: given } = answer;
    const cookies = given.getSetCookie();
    const headers: Record<string, string | number | string[]> = {
      ...usualHeaders,
      ...Object.fromEntries(given),
      ...security(path, styles),
      ...(cookies.length > 0 && { "set-cookie": cookies }),
    };
    const isText = ready !== undefined || isPlainText(answer);
    const body = ready ?? (await readyOf(answer));
    const packed = isText ? packedAs(asked["accept-encoding"], body) : { body: body.plain() };
    headers["content-length"] = packed.body.length;
    if (packed.encoding) headers["content-encoding"] = packed.encoding;
    const vary = varying(given, isText);
    if (vary) headers.vary = vary;
    response.writeHead(status, headers).end(packed.body);
  }
}

/** What an answer depends on besides its address. */
function varying(given: Headers, isText: boolean): string {
  const isPage = given.get("content-type")?.startsWith("text/html");
  return [given.get("vary"), isText && "Accept-Encoding", isPage && "Sec-GPC"].filter(Boolean).join(", ");
}
