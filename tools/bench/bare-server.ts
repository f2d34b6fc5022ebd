/** The reference: a page from memory, by node:http, in a process of its own. Started by bare-site.ts. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

type Page = { plain: Buffer; gzip: Buffer };

process.once("message", (texts: Record<string, string>) => {
  const pages = new Map<string, Page>();
  for (const [path, text] of Object.entries(texts)) {
    const plain = Buffer.from(text);
    pages.set(path, { plain, gzip: gzipSync(plain) });
  }
  const server = createServer((request, response) => {
    const page = pages.get(request.url!);
    if (!page) return void response.writeHead(404).end();
    const packed = request.headers["accept-encoding"]?.includes("gzip") ?? false;
    const body = packed ? page.gzip : page.plain;
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length };
    response.writeHead(200, packed ? { ...headers, "Content-Encoding": "gzip" } : headers).end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
});
process.once("disconnect", () => process.exit());
