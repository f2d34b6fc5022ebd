import type { Server } from "node:http";
import type { Duplex } from "node:stream";

/** For answers that are given before a request has reached the site's own guards. */
const headers = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};
const words = "The request could not be understood.\n";

/** The answer to a request whose address or Host header no URL can be made of. */
export function badRequest(): Response {
  return new Response(words, { status: 400, headers });
}

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** The same for what is no HTTP at all, too long or too slow; Node's own answers carry no headers. */
export function answerBadRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    const status = statusLines[error.code ?? ""] ?? "400 Bad Request";
    const lines = Object.entries({ ...headers, "Content-Length": words.length, Connection: "close" });
    const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
    socket.end(`${head}\r\n\r\n${words}`, () => socket.destroy());
  });
}
