import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10;

/**
 * Processor time so far of the process of ours that runs `script`, user and system together. On a busy
 * machine it says more than the clock: waiting for a turn does not count.
 * @returns milliseconds; NaN where there is no /proc
 */
export function cpuMs(script: string): number {
  try {
    const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && isOurs(name, script));
    return cpuMsOf(Number(pid));
  } catch {
    return Number.NaN;
  }
}

/** The same of the process with this id. @throws where there is no such process, or no /proc */
export function cpuMsOf(pid: number): number {
  const [, , , , , , , , , , , user, system] = fieldsOf(String(pid));
  return (Number(user) + Number(system)) * msPerTick;
}

/** The same, with that of its children that have ended. */
export function cpuMsOfFamily(pid: number): number {
  const [, , , , , , , , , , , , , user, system] = fieldsOf(String(pid));
  return cpuMsOf(pid) + (Number(user) + Number(system)) * msPerTick;
}

function isOurs(pid: string, script: string): boolean {
  try {
    const [, parent] = fieldsOf(pid);
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(script);
  } catch {
    // It ended meanwhile.
    return false;
  }
}

/** What follows the command's name, from the state on. */
function fieldsOf(pid: string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
