import { errorName, type Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { BudgetLimits, Costly } from "../settings/limits.ts";
import type { Budgets, Share } from "../store/guards/budgets.ts";
import { isPrivate, networksOf } from "./network-of.ts";

/** Logs once when something begins and once when it has ended: `flood.began`, `flood.ended`. */
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

export const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Networks that hold others get this many times what the next smaller one gets. */
const wider = 3;

export type Budget = {
  /**
   * Takes one for this address, or none.
   * @param more another limit within this hour, such as one exchange of telephone numbers
   */
  take(ip: string, more?: { name: string; most: number }): Promise<boolean>;
};

/** The shares that everybody has together. */
export function sharesOfAll(what: Costly, { perHour, perDay }: BudgetLimits): Share[] {
  return [
    { name: `${what} hour`, windowMs: hourMs, most: perHour },
    { name: `${what} day`, windowMs: dayMs, most: perDay },
  ];
}

/**
 * A budget that all processes share. The smallest share is checked first and nothing is taken where one is used up, so
 * nobody uses up everybody's share with refused requests. Once that is used up too, the store is not asked until a
 * tenth of it is there again. Where the store cannot say, nothing is spent.
 */
export function budgetOf(
  what: Costly,
  limits: BudgetLimits,
  deps: { budgets: Budgets; now: () => number; log: Log; metrics: Pick<Metrics, "budgetRefusals"> },
): Budget {
  const { budgets, now, log, metrics } = deps;
  const breaker = alarm(`budget.${what}`, now, log);
  const refuse = (share: "network" | "part" | "all" | "unknown") => {
    metrics.budgetRefusals.inc({ what, share });
    return false;
  };
  return {
    async take(ip, more) {
      if (breaker.rings()) return refuse("all");
      const at = now();
      const own = isPrivate(ip) ? [] : networksOf(ip);
      const shares = own.map((network, index): Share => {
        return {
          name: `${what} network`,
          of: network,
          windowMs: hourMs,
          most: limits.perNetwork * wider ** index,
        };
      });
      if (more) shares.push({ name: `${what} part`, of: more.name, windowMs: hourMs, most: more.most });
      const ofAll = sharesOfAll(what, limits);
      try {
        const usedUp = await budgets.take([...shares, ...ofAll], at);
        if (!usedUp) return true;
        const index = shares.indexOf(usedUp.share);
        if (index >= 0) return refuse(index < own.length ? "network" : "part");
        breaker.ring(at + usedUp.waitMs);
        return refuse("all");
      } catch (error) {
        log("budget.not_shared", { provider: what, error: errorName(error) });
        return refuse("unknown");
      }
    },
  };
}
