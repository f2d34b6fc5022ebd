import { errorName, type Log } from "../observe/log.ts";
import type { Ages, Retention } from "./retention/rules.ts";

const hour = 60 * 60 * 1000;

/** Erases what is kept no longer, once an hour. */
export function startRetention(retention: Retention, ages: Ages, log: Log): { stop(): void } {
  const sweep = async () => {
    try {
      const swept = Object.values(await retention.sweep(ages));
      const count = swept.reduce((sum, each) => sum + each, 0);
      if (count > 0) log("retention.swept", { count });
    } catch (error) {
      log("retention.failed", { error: errorName(error) });
    }
  };
  const timer = setInterval(sweep, hour);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
