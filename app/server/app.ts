import type { ServerBuild } from "@remix-run/node";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { findEntry } from "../../machines/registry.ts";
import type { Services } from "../../services/index.ts";
import { retryAfter } from "./answer-for-failures.ts";
import { askRemixWith } from "./ask-remix.ts";
import { clientAddress } from "./client-address.ts";
import { compressed } from "./compress.ts";
import { confirmedPress } from "./confirmed-press.ts";
import { consentLogHead, consentLogPath } from "./consent-log.ts";
import { cspReports, cspReportsPath } from "./csp-reports.ts";
import { inlineLoader } from "./inline-loader.ts";
import { limitBody } from "./limit-body.ts";
import { limitPosts } from "./limit-posts.ts";
import { meantAddress } from "./meant-address.ts";
import { optOuts } from "./opt-out.ts";
import { outcomeReports, outcomesPath } from "./outcomes.ts";
import { handBackOverdue } from "./overload/overdue-forms.ts";
import { photos, photosPath } from "./photos.ts";
import { plainError } from "./plain-error.ts";
import { plainPage } from "./plain-page.ts";
import { plainRequest } from "./plain-request.ts";
import { requestLog } from "./request-log.ts";
import { sameOrigin } from "./same-origin.ts";
import { securityHeaders, withHeaders } from "./security-headers.ts";
import { securityTxt } from "./security-txt.ts";
import type { ServerEnv } from "./server-env.ts";
import { sessionCookie } from "./session-cookie.ts";
import { type AnswerShared, answerSharedWith } from "./shared-pages/answer-shared.ts";
import { sharedPageMaker } from "./shared-pages/make-page.ts";
import { PageMemory } from "./shared-pages/page-memory.ts";
import { sharedPageWith } from "./shared-pages/shared-page.ts";
import { largestBody } from "./starting.ts";
import { staticFiles } from "./static-files.ts";
import { thirdParties } from "./third-parties.ts";
import { traceRequests } from "./trace-requests.ts";
import { isForm, tryAgainWith } from "./try-again.ts";

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
  app.use("/assets/*", staticFiles(assets, "public, max-age=31536000, immutable"));
  app.use(staticFiles(assets, "public, max-age=3600"));

  const tryAgain = tryAgainWith(settings.company, () => (dev ? null : inlineLoader()));
  const press = confirmedPress(services.secrets);
  const limited = limitPosts(services, tryAgain, https, largestBody);
  // Before the next guard: browsers do not say everywhere that a report comes from our own page.
  const reports = cspReports(services);
  app.post(cspReportsPath, bodyLimit({ maxSize: largestBody }), reports);
  // Signed, hence no matter of where it comes from or how much of it there is.
  app.use(outcomesPath, ...outcomeReports(services));

  app.use(sameOrigin(settings.siteOrigin));
  app.use(
    limitBody(largestBody, (c) => {
      // What is still on its way is not read: the connection ends with the answer.
      c.header("Connection", "close");
      return plainPage(c, "tooLong", 413);
    }),
  );
  app.use(handBackOverdue(tryAgain));
  app.use(limited);
  app.use(meantAddress);
  // Saved views of an older release are a note now.
  app.get("/graphs/:code/views", (c) => c.redirect("numbers?show=notes", 301));
  app.all("*", async (c) => {
    // Read here, and once: a copy of a request whose body is still to come takes more than all else that a post does.
    const form = isForm(c) ? await c.req.raw.text() : undefined;
    const { hidesOrigin, ip } = c.var;
    // A survey's form is looked at by its own route.
    if (hidesOrigin && !findEntry(c.req.path) && !press.isIn(form!, ip))
      return tryAgain(c, { cause: "origin", body: form, field: press.field(ip) });
    const { answer, styles, gzip, held } = await askRemix(c.req.raw, {
      form,
      requestId: c.get("requestId"),
      ip,
      session: session.read(c.req.header("Cookie")),
      optOut: optOut.of(c),
      isProven: c.get("isProven"),
      hidesOrigin,
    });
    c.set("styles", styles);
    c.set("gzip", gzip);
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
      services.words.version,
    ),
    readSession: session.read,
    services,
  });
  return { app, answerShared };
}
