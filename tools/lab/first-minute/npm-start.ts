import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The site as `npm start` begins it, with nothing set but a free port and a store of its own. `link`: to the console. */
export type Started = { url: string; link: string; [Symbol.asyncDispose](): Promise<void> };

export async function npmStart(): Promise<Started> {
  const folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-first-minute-"));
  const { PATH, HOME } = process.env;
  const DATABASE_URL = `file:${join(folder.path, "claimpath.db")}`;
  const settings = {
    NODE_ENV: "production" as const,
    PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL,
    ENV_FILE: "/dev/null",
  };
  // In a group of its own: npm, its shell and the site end together.
  const child = spawn("npm", ["start", "--silent"], {
    env: { PATH, HOME, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = once(child, "exit");
  const { url, link } = await new Promise<Pick<Started, "url" | "link">>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const [, ready] = /ready: (http:\/\/[^/]+)/.exec(said) ?? [];
      const [, console] = /(http\S+\/console\/start\?key=[\w-]+)/.exec(said) ?? [];
      if (ready && console) resolve({ url: ready, link: console });
    });
    void ended.then(() => reject(new Error(`The site ended:\n${said}`)));
  });
  return {
    url,
    link,
    async [Symbol.asyncDispose]() {
      process.kill(-child.pid!, "SIGTERM");
      await ended;
      folder.remove();
    },
  };
}
