import type { Log } from "../observe/log.ts";

/** Says once when something begins and once when it has ended: `flood.began`, `flood.ended`. */
export function alarm(what: "flood" | "overload" | `budget.${string}`, now: () => number, log: Log) {
  let until = 0;
  let ending: NodeJS.Timeout | undefined;
  return {
    /** @param end when it will be over if nothing more comes, epoch milliseconds */
    ring(end: number): void {
      if (end === until) return;
      if (until <= now()) log(`${what}.began`);
      until = end;
      clearTimeout(ending);
      ending = setTimeout(() => log(`${what}.ended`), end - now()).unref();
    },
    rings: () => now() < until,
  };
}
