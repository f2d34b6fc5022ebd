import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Settings } from "../../services/settings/env.ts";
import { answerBadRequests, words } from "./bad-request.ts";
import { bareHeaders } from "./bare-headers.ts";

/**
 * How long a connection may stand still while an answer is made, of which a visitor waits for 15 s at most; where one is
 * not read Node waits as long twice.
 */
const stalledMs = 60_000;

/**
 * An HTTP server that slow or silent clients cannot hold on to. Node's own limits are 60 s for headers
 * and 300 s for a request, looked at every 30 s, and none for a client that does not read its answer.
 * @throws an Error in plain words when the port cannot be had
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

/** Of `::`, Node's own default, it falls back to IPv4 alone on a machine that has no IPv6. */
export function listenedOn(host: string): string | undefined {
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
