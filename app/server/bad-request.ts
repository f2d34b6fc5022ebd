import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { bareHeaders } from "./bare-headers.ts";

export const words = "The request could not be understood.\n";

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** The answer to a request whose address or Host header no URL can be made of. */
export function badRequest(https: boolean): () => Response {
  return () => new Response(words, { status: 400, headers: bareHeaders(https) });
}

/**
 * Answers what is no HTTP at all, too long, too slow, or expects of us what we do not do; Node's own answers carry no
 * headers.
 * @param https whether the site is served over https
 */
export function answerBadRequests(server: Server, https: boolean): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    const status = statusLines[error.code ?? ""] ?? "400 Bad Request";
    const lines = Object.entries({
      ...bareHeaders(https),
      "Content-Length": words.length,
      Connection: "close",
    });
    const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
    socket.end(`${head}\r\n\r\n${words}`, () => socket.destroy());
  });
  server.on("checkExpectation", (_request, response: ServerResponse) =>
    response.writeHead(417, { ...bareHeaders(https), Connection: "close" }).end(words),
  );
}
