import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { prometheusContentType } from "prom-client";
import { answerBadRequests } from "./bad-request.ts";
import { bareHeaders } from "./bare-headers.ts";
import { listenedOn } from "./listen.ts";

/** Pages for those who run the site, on an address that visitors do not reach. */
export type Admin = { url: string; close(): void };

const ownNames = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * True for a page of somebody else's whose name was made to lead to this machine, so that its script could read what is
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
    const text = await metrics();
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
