import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { prometheusContentType } from "prom-client";
import type { Settings } from "../../../services/settings/env.ts";
import { messagesIn } from "../../../services/words/index.ts";
import {
  answerBadRequests,
  badRequest,
  bareHeaders,
  barePageHeaders,
  plainPage,
  words,
} from "../answers/plain-page.ts";
import { usualHeaders } from "../answers/security-headers.ts";
import { formType, tryAgainWith } from "../answers/try-again.ts";
import type { ServerEnv } from "../context.ts";
import { largestBody, limitBody } from "../requests/bodies.ts";
import { sameOrigin } from "../requests/same-origin.ts";

/**
 * How long a connection may stall while an answer is made, in milliseconds: a visitor waits for 15 s at most. For an
 * unread answer Node waits twice as long.
 */
const stalledMs = 60_000;

/**
 * An HTTP server that slow or silent clients cannot block. Node's own limits are 60 s for headers and 300 s for a
 * request, checked every 30 s, and none for a client that does not read its answer.
 * @throws an Error in plain words when the port is unavailable
 */
export function listen(
  listener: RequestListener,
  { port, host, siteOrigin }: Pick<Settings, "port" | "host" | "siteOrigin">,
): Promise<Server> {
  const https = siteOrigin.startsWith("https:");
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
      // Our own answer to it carries the security headers.
      requireHostHeader: false,
    },
    (request, response) => {
      if (!namesTwoHosts(request)) return listener(request, response);
      response.writeHead(400, { ...bareHeaders(https), Connection: "close" }).end(words);
    },
  );
  server.timeout = stalledMs;
  answerBadRequests(server, https);
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTFOUND" || error.code === "EADDRNOTAVAIL")
        return reject(new Error(`${host} is no address of this machine: set HOST to another one.`));
      const why = error.code === "EADDRINUSE" ? "is already in use" : `cannot be used (${error.code})`;
      reject(new Error(`Port ${port} ${why}: set PORT to another one.`));
    });
    server.listen(port, listenedOn(host), () => resolve(server));
  });
}

/** With `::`, Node's own default, it falls back to IPv4 alone on a machine without IPv6. */
function listenedOn(host: string): string | undefined {
  return host === "::" ? undefined : host;
}

/** Node takes the first of them, and a proxy in front perhaps the other one (RFC 9112, 3.2). */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Takes no new requests, lets those under way finish, then cuts what is left. @param graceMs longest wait */
export function drain(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Pages for the operators, on an address that visitors do not reach. */
type Admin = { url: string; close(): void };

const ownNames = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * True for a page of another site whose name was made to point to this machine, so that its script could read what is
 * served to this machine only. An address that others reach may have any name.
 */
function isRebound({ headers }: IncomingMessage, host: string): boolean {
  const isOwnOnly = ownNames.test(host) || host === "::1";
  return isOwnOnly && !ownNames.test(headers.host ?? "");
}

/**
 * Serves `/metrics` in Prometheus' text format.
 * @param metrics makes the text
 * @throws an Error in plain words when the port cannot be had
 */
export function startAdmin(metrics: () => Promise<string>, port: number, host: string): Promise<Admin> {
  const server = createServer(async (request, response) => {
    // Its own address is served without TLS: see docs/run-in-production.md.
    const headers = bareHeaders(false);
    if (request.url !== "/metrics" || request.method !== "GET") return response.writeHead(404, headers).end();
    if (isRebound(request, host)) return response.writeHead(421, headers).end();
    const text = await metrics().catch(() => undefined);
    if (text === undefined) return response.writeHead(500, headers).end("The metrics cannot be read.\n");
    return response.writeHead(200, { ...headers, "Content-Type": prometheusContentType }).end(text);
  });
  answerBadRequests(server, false);
  return new Promise((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(new Error(`Port ${port} cannot be used for metrics (${code}): set ADMIN_PORT to another one.`)),
    );
    server.listen(port, listenedOn(host), () => {
      const url = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`;
      resolve({ url, close: () => server.close().closeAllConnections() });
    });
  });
}

/**
 * Answers 503 while the site starts, so that a balancer tries another process. Without a balancer, a browser gets a
 * page with a way to retry, in its visitor's language, and a form comes back on a page with what was typed.
 */
export function starting({ siteOrigin, company }: Pick<Settings, "siteOrigin" | "company">): RequestListener {
  const https = siteOrigin.startsWith("https:");
  // Without a referrer browsers would post the form with "Origin: null".
  const headers = { ...barePageHeaders(https, "'self'"), ...usualHeaders };
  // The site's scripts are not served yet, so nothing resends it automatically.
  const tryAgain = tryAgainWith(company, () => null);
  const app = new Hono<ServerEnv>();
  app.use(async (c, next) => {
    c.set("siteName", company.siteName);
    c.set("messages", messagesIn);
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  app.use(sameOrigin(siteOrigin));
  app.use(limitBody(largestBody, (c) => plainPage(c, "tooLong", 413, { Connection: "close" })));
  app.get("*", (c) => tryAgain(c, { cause: "store", waitSeconds: 1 }));
  app.post("*", async (c) => tryAgain(c, { cause: "store", waitSeconds: 1, body: await c.req.text() }));
  const page = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    errorHandler: badRequest(https),
  });
  return (request, response) => {
    const { accept, "content-type": type } = request.headers;
    const isShown = request.method === "GET" ? accept?.includes("text/html") : type?.startsWith(formType);
    if (isShown && ["GET", "POST"].includes(request.method!)) return page(request, response);
    response.writeHead(503, { ...bareHeaders(https), "Retry-After": "1" }).end("The site is starting.\n");
  };
}
