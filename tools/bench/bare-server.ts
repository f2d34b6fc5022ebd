/** The reference: a page from memory, by node:http, in a process of its own. Started by bare-site.ts. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { BarePage } from "./bare-site.ts";

type Answer = { headers: Record<string, string | number>; body: Buffer };

function answer(body: Buffer, encoding?: string): Answer {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length };
  return { headers: encoding ? { ...headers, "Content-Encoding": encoding } : headers, body };
}

function answersOf(page: BarePage): { plain: Answer; gzip: Answer } {
  if (typeof page !== "string") {
    const packed = answer(Buffer.from(page.base64, "base64"), page.encoding);
    return { plain: packed, gzip: packed };
  }
  const plain = Buffer.from(page);
  return { plain: answer(plain), gzip: answer(gzipSync(plain), "gzip") };
}

process.once("message", (given: Record<string, BarePage>) => {
  const pages = new Map(Object.entries(given).map(([path, page]) => [path, answersOf(page)]));
  const server = createServer((request, response) => {
    const page = pages.get(request.url!);
    if (!page) return void response.writeHead(404).end();
    const { headers, body } = request.headers["accept-encoding"]?.includes("gzip") ? page.gzip : page.plain;
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
