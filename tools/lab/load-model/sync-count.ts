import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** Long enough for the tracer to have taken hold of all threads. */
const attachMs = 1_000;

/** How often these processes tell the disk to keep something while `work` lasts; needs Debian's `strace`. */
export async function syncsDuring(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const each = pids.flatMap((pid) => ["-p", String(pid)]);
  const tracer = spawn("strace", ["-f", "-qq", "-e", "trace=fdatasync,fsync", ...each]);
  let seen = "";
  tracer.stderr.on("data", (chunk) => {
    seen += chunk;
  });
  await setTimeout(attachMs);
  await work();
  const ended = once(tracer, "exit");
  tracer.kill("SIGINT");
  await ended;
  return seen.match(/f(?:data)?sync\(\d+/g)?.length ?? 0;
}
