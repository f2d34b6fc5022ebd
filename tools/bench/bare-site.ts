import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export type BareSite = { url: string; pid(): number; [Symbol.asyncDispose](): Promise<void> };

/** A page by what is sent: as text, which is packed by gzip for who asks, or as bytes that are packed already. */
export type BarePage = string | { encoding: string; base64: string };

/** Serves these pages from memory in a process of its own. @param pages by path */
export async function startBareSite(pages: Record<string, BarePage>): Promise<BareSite> {
  const child = fork(fileURLToPath(new URL("./bare-server.ts", import.meta.url)));
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
