import { existsSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10;

/**
 * Processor time so far of the process with this id, user and system together. On a busy machine it says more than
 * the clock: waiting for a turn does not count.
 * @returns milliseconds; NaN where there is no /proc
 * @throws where there is no such process
 */
export function cpuMsOf(pid: number): number {
  const [, , , , , , , , , , , user, system] = fieldsOf(String(pid));
  return (Number(user) + Number(system)) * msPerTick;
}

/** The same, with that of its children that have ended; 0 once it has ended itself, and counts with its parent's. */
export function cpuMsOfFamily(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0;
  const [, , , , , , , , , , , , , user, system] = fieldsOf(String(pid));
  return cpuMsOf(pid) + (Number(user) + Number(system)) * msPerTick;
}

/**
 * How long the main thread of this process could have worked while other programs had the processors. Where that is
 * much, times by the clock say little.
 * @returns milliseconds; NaN where there is no /proc
 */
export function keptMsOf(pid: number): number {
  if (!existsSync("/proc/self/schedstat")) return Number.NaN;
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
}

/** What follows the command's name, from the state on. */
function fieldsOf(pid: string): string[] {
  if (!existsSync("/proc/self/stat")) return [];
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
