/** What the kernel tells of a running site's processes. */
import { readdirSync, readFileSync } from "node:fs";

/**
 * The workers that this process has started, by their ids; what reads TypeScript for it is a child of its as well.
 * @param pid of the site
 */
export function workersOf(pid: number): number[] {
  const isWorker = (child: string) => {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${child}/stat`, "utf8")) ?? [];
      return Number(parent) === pid && readFileSync(`/proc/${child}/cmdline`, "utf8").includes("worker.ts");
    } catch {
      // It has ended in between.
      return false;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isWorker(name))
    .map(Number);
}

/** Memory of a process, as the kernel counts it. @throws where there is no such process, or no /proc */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
}
