import type { RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Services } from "../../services/index.ts";
import { type AppOptions, createApp } from "./app.ts";
import { badRequest } from "./bad-request.ts";
import { bodies } from "./compress.ts";
import { overloadGuard } from "./overload/overload-guard.ts";
import type { AnswerShared } from "./shared-pages/answer-shared.ts";

type Source = Omit<AppOptions, "services">;

/** What answers the requests of one process, once its services are there. */
export async function answering(services: Services, source: Source): Promise<RequestListener> {
  const behind = answeringAll(services, source);
  const guard = await overloadGuard(services);
  return (request, response) => guard(request, response, () => behind(request, response));
}

/** The same for as many requests as come. */
export function answeringAll(services: Services, source: Source): RequestListener {
  const { app, answerShared } = createApp({ services, ...source });
  const others = getRequestListener(
    async (request, env) => sentWhole(await app.fetch(request, env), env.outgoing as ServerResponse),
    {
      overrideGlobalObjects: false,
      errorHandler: badRequest(services.settings.siteOrigin.startsWith("https:")),
    },
  );
  return source.dev ? others : withShared(answerShared, others);
}

/** Sends an answer whose body is there in one piece; to read it as a stream takes longer than to send it. */
function sentWhole(answer: Response, outgoing: ServerResponse): Response {
  const body = bodies.get(answer);
  if (!body) return answer;
  const cookies = answer.headers.getSetCookie();
  const headers = {
    ...Object.fromEntries(answer.headers),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  };
  outgoing.writeHead(answer.status, headers).end(body);
  return RESPONSE_ALREADY_SENT;
}

/** What is the same for everybody is made once and kept, all else is answered by the server behind. */
function withShared({ known, made }: AnswerShared, others: RequestListener): RequestListener {
  return async (request, response) => {
    if (known(request, response)) return;
    // Whatever keeps a page from being made, the server behind answers for.
    const isAnswered = await made(request, response).catch(() => false);
    if (!isAnswered) others(request, response);
  };
}
