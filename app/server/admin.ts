import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Pages for those who run the site, on an address that visitors do not reach. */
export type Admin = { url: string; close(): void };

/**
 * Serves `/metrics` in Prometheus' text format.
 * @param metrics makes the text
 * @throws an Error in plain words when the port cannot be had
 */
export function startAdmin(metrics: () => Promise<string>, port: number, host: string): Promise<Admin> {
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return response.writeHead(404).end();
    const text = await metrics();
    return response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
  });
  return new Promise((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(new Error(`Port ${port} cannot be used for metrics (${code}): set ADMIN_PORT to another one.`)),
    );
    server.listen(port, host, () => {
      const url = `http://${host}:${(server.address() as AddressInfo).port}/metrics`;
      resolve({ url, close: () => server.close().closeAllConnections() });
    });
  });
}
