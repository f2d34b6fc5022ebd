import type { RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ServerBuild } from "@remix-run/node";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { findEntry } from "../../machines/registry.ts";
import type { Services } from "../../services/index.ts";
import { featureEndpoints } from "../feature-endpoints.ts";
import { bodies, compressed } from "./answers/compress.ts";
import { badRequest, plainError, plainPage } from "./answers/plain-page.ts";
import { securityHeaders, thirdParties, withHeaders } from "./answers/security-headers.ts";
import { handBackOverdue, isForm, retryAfter, tryAgainWith } from "./answers/try-again.ts";
import { inlineLoader } from "./building/built-files.ts";
import type { ServerEnv } from "./context.ts";
import { cspReports, cspReportsPath } from "./endpoints/csp-reports.ts";
import {
  consentLogHead,
  consentLogPath,
  photos,
  photosPath,
  securityTxt,
  staticFiles,
} from "./endpoints/files.ts";
import { overloadGuard } from "./overload/overload-guard.ts";
import { type AnswerShared, answerSharedWith, sharedPageMaker } from "./pages/answer-shared.ts";
import { type AnswerVisits, answerVisitsWith, askedBefore } from "./pages/answer-visits.ts";
import { askRemixWith } from "./pages/ask-remix.ts";
import { screenWords } from "./pages/own-screen-words.ts";
import { PageMemory, sharedPageWith } from "./pages/page-memory.ts";
import { largestBody, limitBody, plainRequest } from "./requests/bodies.ts";
import { limitPosts, overLimitsOf } from "./requests/limit-posts.ts";
import { meantAddress } from "./requests/meant-address.ts";
import { clientAddress, optOuts } from "./requests/request-facts.ts";
import { requestLog, traceRequests } from "./requests/request-log.ts";
import { confirmedPress, sameOrigin } from "./requests/same-origin.ts";
import { sessionCookie } from "./sessions/session-cookie.ts";

const methods = new Set(["GET", "HEAD", "POST"]);

export type AppOptions = {
  services: Services;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Folders of static files: built assets, which never change, and public ones. */
  assets: string;
  dev: boolean;
};

/** The site: our guards, static files and Remix as one fetch handler, and before them what is answered from memory. */
export function createApp({ services, build, assets, dev }: AppOptions): {
  app: Hono<ServerEnv>;
  answerShared: AnswerShared;
  answerVisits: AnswerVisits;
} {
  const { settings, store } = services;
  const https = settings.siteOrigin.startsWith("https:");
  const session = sessionCookie(services, https, settings.visitDays * 24 * 60 * 60);
  const optOut = optOuts(https);
  const askRemix = askRemixWith(services, build, optOut.cookie, dev);
  const security = securityHeaders({ https, dev, thirdParties: thirdParties(settings) });
  const app = new Hono<ServerEnv>();

  app.use((c, next) => {
    c.set("siteName", settings.company.siteName);
    c.set("messages", settings.ownWords.messages);
    return next();
  });
  app.use(requestLog(services));
  app.use(traceRequests(settings.trustProxy > 0));
  app.use(async (c, next) => {
    const { remoteAddress } = c.env.incoming.socket;
    c.set("ip", clientAddress(remoteAddress ?? "", c.req.header("X-Forwarded-For"), settings.trustProxy));
    return next();
  });
  app.use(withHeaders(security));
  app.use(async (c, next) => {
    if (!methods.has(c.req.method)) return plainPage(c, "method", 405, { Allow: "GET, HEAD, POST" });
    return next();
  });
  app.use(plainRequest);
  app.use(compressed);

  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) =>
    (await store.ready()) ? c.text("ready") : c.text("The lead store is not ready.", 503),
  );
  app.get("/.well-known/security.txt", securityTxt(settings));
  app.get(consentLogPath, consentLogHead(services));
  app.get(photosPath, photos(settings));
  app.get("/words/*", screenWords(settings));
  app.use("/assets/*", staticFiles(assets, "public, max-age=31536000, immutable"));
  app.use(staticFiles(assets, "public, max-age=3600"));

  const tryAgain = tryAgainWith(settings.company, () => (dev ? null : inlineLoader()));
  const press = confirmedPress(services.secrets);
  const overLimits = overLimitsOf(services, largestBody);
  const limited = limitPosts(services, tryAgain, https, overLimits);
  // Before the next guard: not all browsers say that a report comes from our own page.
  const reports = cspReports(services);
  app.post(cspReportsPath, bodyLimit({ maxSize: largestBody }), reports);
  // Each call authenticates itself, so its origin and its rate do not matter.
  for (const [path, answer] of Object.entries(featureEndpoints)) app.use(path, answer(services));

  app.use(sameOrigin(settings.siteOrigin));
  app.use(
    limitBody(largestBody, (c) => {
      // The rest of the body is not read: the connection ends with the answer.
      c.header("Connection", "close");
      return plainPage(c, "tooLong", 413);
    }),
  );
  app.use(handBackOverdue(tryAgain));
  app.use(limited);
  app.use(meantAddress);
  app.all("*", async (c) => {
    // Read once, here: a copy of a request with an unread body costs more than everything else about a post.
    const before = askedBefore.get(c.env.incoming);
    const form = before ? before.form : isForm(c) ? await c.req.raw.text() : undefined;
    const { openOrigin, ip } = c.var;
    // A survey's form is checked by its own route.
    if (openOrigin === "hidden" && !findEntry(c.req.path) && !press.isIn(form!, ip))
      return tryAgain(c, { cause: "origin", body: form, field: press.field(ip) });
    const { answer, styles, ready, held } = await (before?.outcome ??
      askRemix(c.req.raw, {
        form,
        requestId: c.get("requestId"),
        ip,
        session: session.read(c.req.header("Cookie")),
        optOut: optOut.of((name) => c.req.header(name)),
        isProven: c.get("isProven"),
        openOrigin,
      }));
    c.set("styles", styles);
    c.set("ready", ready);
    // Remix answers 500 when the client has hung up, which is no failure of ours.
    if (c.env.incoming.readableAborted) return plainPage(c, "cutOff", 400);
    if (held) {
      const { form: body, challenge } = held;
      return tryAgain(c, { cause: "flood", waitSeconds: 60, body, challenge });
    }
    // A page, and not JSON: what was typed comes back with it.
    if (answer.status !== 503 || !answer.headers.get("Content-Type")?.startsWith("text/html")) return answer;
    return tryAgain(c, { cause: "store", waitSeconds: Number(retryAfter), body: form });
  });

  app.onError((error, c) => plainError(error, c, services.log));
  const answerShared = answerSharedWith({
    sharedPage: sharedPageWith(settings, [session.name, optOut.name]),
    memory: new PageMemory(
      sharedPageMaker({ services, askRemix, security, readSession: session.read }),
      Date.now,
      // Both only grow, so that no two states have one sum.
      () => services.words.version() + settings.ownWords.revision,
    ),
    readSession: session.read,
    services,
  });
  const answerVisits = answerVisitsWith({
    services,
    askRemix,
    readSession: session.read,
    optOut,
    security,
    overLimits,
  });
  return { app, answerShared, answerVisits };
}

type Source = Omit<AppOptions, "services">;

/** The handler of a process's requests, once its services are ready. */
export async function answering(services: Services, source: Source): Promise<RequestListener> {
  const behind = answeringAll(services, source);
  const guard = await overloadGuard(services);
  return (request, response) => guard(request, response, () => behind(request, response));
}

/** The same for any number of requests. */
export function answeringAll(services: Services, source: Source): RequestListener {
  const { app, answerShared, answerVisits } = createApp({ services, ...source });
  const others = getRequestListener(
    async (request, env) => sentWhole(await app.fetch(request, env), env.outgoing as ServerResponse),
    {
      overrideGlobalObjects: false,
      errorHandler: badRequest(services.settings.siteOrigin.startsWith("https:")),
    },
  );
  return source.dev ? others : past(answerShared, answerVisits, others);
}

/** Sends an answer whose body is complete in one piece; reading it as a stream takes longer than sending it. */
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

/**
 * Pages that are the same for everybody are made once and kept, and a visit's requests answered straight; the server behind
 * answers everything else.
 */
function past({ known, made }: AnswerShared, visits: AnswerVisits, others: RequestListener): RequestListener {
  return async (request, response) => {
    if (known(request, response)) return;
    // Whatever keeps a page from being made, the server behind answers for.
    const isAnswered = await made(request, response).catch(() => false);
    if (!isAnswered) visits(request, response, () => others(request, response));
  };
}
