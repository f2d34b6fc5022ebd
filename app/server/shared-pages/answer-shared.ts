import type { IncomingMessage, ServerResponse } from "node:http";
import { longestReferer } from "../../../machines/lead/tracking.ts";
import type { Services } from "../../../services/index.ts";
import { uuid7 } from "../../../services/store/uuid7.ts";
import { acceptedEncoding } from "../compress.ts";
import { recordRequest } from "../request-log.ts";
import { newSessionId, type ReadSession } from "../session-cookie.ts";
import { tracedRequest } from "../trace-requests.ts";
import type { KeptPage, PageMemory } from "./page-memory.ts";
import type { SharedPage } from "./shared-page.ts";

/** Answers what is the same for everybody. Each says false of a request that the server behind has to answer. */
export type AnswerShared = {
  /** With a page that is in memory: before this call returns. */
  known(request: IncomingMessage, response: ServerResponse): boolean;
  /** With one that may have to be made. */
  made(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
};

export function answerSharedWith(deps: {
  sharedPage: (request: IncomingMessage) => SharedPage | undefined;
  memory: PageMemory;
  readSession: ReadSession;
  services: Pick<Services, "log" | "metrics" | "settings">;
}): AnswerShared {
  const { sharedPage, memory, readSession, services } = deps;
  const isBehindProxy = services.settings.trustProxy > 0;

  function send(request: IncomingMessage, response: ServerResponse, page: KeptPage) {
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    const body = page.body[encoding || "identity"];
    const headers: Record<string, string | number> = { ...page.headers, "content-length": body.length };
    if (encoding) headers["content-encoding"] = encoding;
    if (page.beginsSession) {
      const referer = (request.headers.referer ?? "").slice(0, longestReferer);
      headers["set-cookie"] = readSession(undefined).cookieFor(newSessionId(), { at: Date.now(), referer });
    }
    response.writeHead(200, headers).end(body);
  }

  function answer(request: IncomingMessage, response: ServerResponse, page: KeptPage) {
    const began = performance.now();
    const requestId = uuid7(Date.now());
    const [method, { route }] = ["GET", page];
    const traceparent = isBehindProxy ? String(request.headers.traceparent ?? "") || undefined : undefined;
    tracedRequest({ method, route, requestId, traceparent }, () => send(request, response, page));
    const ms = performance.now() - began;
    recordRequest(services, { requestId, route, method, path: request.url!, status: 200, ms });
    return true;
  }

  return {
    known(request, response) {
      const page = sharedPage(request);
      const known = page && memory.known(page);
      return known !== undefined && answer(request, response, known);
    },
    async made(request, response) {
      const page = sharedPage(request);
      const made = page && (await memory.get(page));
      return made !== undefined && answer(request, response, made);
    },
  };
}
