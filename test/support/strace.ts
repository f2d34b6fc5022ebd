import { spawn, spawnSync } from "node:child_process";

/** @returns why strace cannot be used here, undefined when it can */
export function whyNoStrace(): string | undefined {
  const probe = spawnSync("strace", ["-e", "trace=none", "true"], { encoding: "utf8" });
  if (probe.error) return "strace is not installed (apt-get install strace)";
  return probe.status === 0 ? undefined : `strace is not permitted here: ${probe.stderr.trim()}`;
}

/** Traces a process's main thread, which in the site is the one that writes the store and the answers. */
export async function strace(pid: number, ...args: string[]): Promise<{ detach(): Promise<void> }> {
  const child = spawn("strace", ["-p", String(pid), ...args], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (text: Buffer) => {
      if (String(text).includes("attached")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`strace ended with ${code}`)));
  });
  return {
    async detach() {
      child.kill("SIGINT");
      await ended;
    },
  };
}
