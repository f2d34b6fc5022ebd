import type { Log } from "../observe/log.ts";

/** Says once when a flood begins and once when it has ended. */
export function floodAlarm(now: () => number, log: Log) {
  let until = 0;
  let ending: NodeJS.Timeout | undefined;
  return {
    /** @param end when it will be over if nothing more comes, epoch milliseconds */
    ring(end: number): void {
      if (end === until) return;
      if (until <= now()) log("flood.began");
      until = end;
      clearTimeout(ending);
      ending = setTimeout(() => log("flood.ended"), end - now()).unref();
    },
    rings: () => now() < until,
  };
}
