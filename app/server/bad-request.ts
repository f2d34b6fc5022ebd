import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { html } from "hono/html";
import { errorWords } from "../../machines/messages/error-page.ts";
import { defaultSurvey, findEntry } from "../../machines/registry.ts";
import { bareHeaders, barePageHeaders } from "./bare-headers.ts";
import { bareHtml } from "./plain-page.ts";
import { visitorLanguage } from "./visitor-language.ts";

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
  server.on("clientError", async (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    const status = statusLines[error.code ?? ""] ?? "400 Bad Request";
    const isLong = error.code === "HPE_HEADER_OVERFLOW";
    const body = isLong ? await longAddressPage(error.rawPacket) : words;
    const lines = Object.entries({
      ...(isLong ? barePageHeaders(https) : bareHeaders(https)),
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    });
    const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
  });
  server.on("checkExpectation", (_request, response: ServerResponse) =>
    response.writeHead(417, { ...bareHeaders(https), Connection: "close" }).end(words),
  );
}

/** A visitor may have followed an ad's endless link: the way on is the survey that it led to. */
async function longAddressPage(packet: Buffer | undefined): Promise<string> {
  const [, path = ""] = /^[A-Z]+ (\/[^?\s]*)/.exec(packet?.toString("latin1", 0, 300) ?? "") ?? [];
  const entry = findEntry(path);
  const language = visitorLanguage({ url: `http://localhost${path}`, headers: new Headers() });
  const { title, home, refused, notFound } = errorWords[language];
  const more = html`<p><a class="button" href="${entry?.path ?? defaultSurvey}">${notFound.start}</a></p>`;
  return String(await bareHtml({ language, title, words: refused.longAddress, more, home }));
}
