/** The reference: pages from memory, by node:http, in a process of its own, which is this file again. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export type BareSite = { url: string; pid(): number; [Symbol.asyncDispose](): Promise<void> };

/** A page by what is sent: as text, which is packed by gzip for who asks, or as bytes that are packed already. */
export type BarePage = string | { encoding: string; base64: string };

/** Serves these pages. @param pages by path */
export async function startBareSite(pages: Record<string, BarePage>): Promise<BareSite> {
  const child = fork(import.meta.filename);
  child.send(pages);
  const [port] = await once(child, "message");
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => child.pid!,
    async [Symbol.asyncDispose]() {
      const gone = once(child, "exit");
      child.disconnect();
      await gone;
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  process.once("message", serve);
  process.once("disconnect", () => process.exit());
}

function serve(given: Record<string, BarePage>): void {
  const answer = (body: Buffer, encoding?: string) => {
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length };
    return { headers: encoding ? { ...headers, "Content-Encoding": encoding } : headers, body };
  };
  const answersOf = (page: BarePage) => {
    if (typeof page === "string")
      return { plain: answer(Buffer.from(page)), gzip: answer(gzipSync(page), "gzip") };
    const packed = answer(Buffer.from(page.base64, "base64"), page.encoding);
    return { plain: packed, gzip: packed };
  };
  const pages = new Map(Object.entries(given).map(([path, page]) => [path, answersOf(page)]));
  const server = createServer((request, response) => {
    const page = pages.get(request.url!);
    if (!page) return void response.writeHead(404).end();
    const { headers, body } = request.headers["accept-encoding"]?.includes("gzip") ? page.gzip : page.plain;
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
}

const scripts = /<script\b[\s\S]*?<\/script>/g;

/** A page as it would be without scripts. */
export function withoutScripts(html: string): string {
  return html.replace(scripts, "");
}

/** Its words in bare HTML: no style, no attributes. */
export function bareText(html: string): string {
  return withoutScripts(html)
    .replace(/<style\b[\s\S]*?<\/style>|<svg\b[\s\S]*?<\/svg>|<link\b[^>]*>|<!--[\s\S]*?-->/g, "")
    .replace(/<(?!meta|!)(\w+)\s[^>]*>/g, "<$1>");
}

/**
 * Two questions in one page that an answer swaps: as little as a step change can cost.
 * @param first page of one question @param second page of the next
 */
export function swapPage(first: string, second: string): string {
  const hidden = mainOf(second).replace("<main", "<main hidden");
  const style = "<style>main[hidden]{display:none}</style>";
  return withoutScripts(first)
    .replace("</head>", () => `${style}</head>`)
    .replace("</main>", () => `</main>${hidden}<script>${swap}</script>`);
}

function mainOf(html: string): string {
  return html.match(/<main\b[\s\S]*?<\/main>/)![0];
}

const swap = `
const questions = document.querySelectorAll("main");
addEventListener("submit", (event) => {
  event.preventDefault();
  for (const question of questions) question.hidden = !question.hidden;
});
`;
