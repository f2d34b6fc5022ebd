import { type ChildProcess, spawn } from "node:child_process";

export type Ended = { code: number | null; out: string; err: string };
export type SiteProcess = {
  child: ChildProcess;
  /** Settles when it listens; rejects when it ends before. */
  port: Promise<number>;
  ended: Promise<Ended>;
};

/**
 * Starts the site's process with these settings and nothing else; for what `startSite` does not wait for.
 * @param mostMs after which it is killed
 * @param folder of a built tree, if not this one
 */
export function siteProcess(settings: Record<string, string>, mostMs = 50_000, folder = "."): SiteProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=8", "--heap-growing-percent=40", "app/server/main.ts"],
    {
      cwd: folder,
      env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", ...settings },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: mostMs,
      killSignal: "SIGKILL",
    },
  );
  const said = { out: "", err: "" };
  child.stdout!.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr!.on("data", (chunk) => {
    said.err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, ...said })));
  const port = new Promise<number>((resolve, reject) => {
    child.stdout!.on("data", () => {
      const listening = said.out.match(/"port":(\d+),"detail":"listening"/);
      if (listening) resolve(Number(listening[1]));
    });
    void ended.then(({ err }) => reject(new Error(`The site ended: ${err}`)));
  });
  port.catch(() => undefined);
  return { child, port, ended };
}
