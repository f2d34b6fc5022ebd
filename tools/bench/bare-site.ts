/** The reference: pages from memory, by node:http, in a process of its own, which is this file again. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type BareSite = { url: string; pid(): number; [Symbol.asyncDispose](): Promise<void> };

/** A page as the bytes that are sent, packed already. */
export type BarePage = { encoding: string; base64: string };

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

function serve(pages: Record<string, BarePage>): void {
  const answers = new Map(
    Object.entries(pages).map(([path, { encoding, base64 }]) => {
      const body = Buffer.from(base64, "base64");
      const type = { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": encoding };
      return [path, { headers: { ...type, "Content-Length": body.length }, body }];
    }),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(request.url!);
    if (!answer) return void response.writeHead(404).end();
    response.writeHead(200, answer.headers).end(answer.body);
  });
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
}
