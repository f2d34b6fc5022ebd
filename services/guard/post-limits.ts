import type { Log } from "../observe/log.ts";
import type { PostCounts } from "../store/post-counts.ts";
import { alarm } from "./alarm.ts";
import { isPrivate, networkOf } from "./network-of.ts";

const windowMs = 60_000;
/** A process tells the others each time it has taken this part of a limit: they may overrun it by as much each. */
const part = 1 / 20;
/** So many networks are counted at once; those that come later in the same minute count as everybody only. */
const mostNetworks = 50_000;
/** Stand for everybody, and for those of them who brought a proof of work; no address looks like them. */
const everybody = "*";
const proven = "+";

/** `waitMs`: until the next will be taken; `ofAll`: the limit of all posts was reached, not the address's own. */
export type OverLimit = { waitMs: number; ofAll: boolean };

export type PostLimits = {
  /** Counts one post of this address. @returns null when it is taken */
  take(ip: string): OverLimit | null;
  /** Counts one that was over the limit of all and brought a proof of work: as many are taken once more. */
  takeProven(): boolean;
  /** True from when the limit of all posts is reached until a whole minute has kept below it. */
  isFlooded(): boolean;
  /** Resolves once no count is on its way to the store. */
  settled(): Promise<unknown>;
};

type Count = { taken: number; unreported: number };

/**
 * Limits posts per address and in all, by the minute. Processes count by themselves and share what grows large
 * through the store, so that no request waits for it and a visitor's costs no write at all. While the store is in
 * trouble each process goes by its own count.
 * @param perAddress posts a minute, 0 for any number; so is `inAll`
 */
export function postLimits(parts: {
  counts: PostCounts;
  perAddress: number;
  inAll: number;
  now: () => number;
  log: Log;
}): PostLimits {
  const { counts, perAddress, inAll, now, log } = parts;
  let beganAt = 0;
  let known = new Map<string, Count>();
  const onTheirWay = new Set<Promise<void>>();
  const flood = alarm("flood", now, log);

  function report(network: string, count: Count): void {
    const { unreported } = count;
    count.unreported = 0;
    const reported = counts.add(network, beganAt, unreported).then(
      (all) => {
        count.taken = Math.max(count.taken, all + count.unreported);
      },
      (error: Error) => log("limits.not_shared", { error: error.name }),
    );
    onTheirWay.add(reported);
    void reported.finally(() => onTheirWay.delete(reported));
  }

  function isTaken(network: string, limit: number): boolean {
    if (limit === 0) return true;
    const count = known.get(network) ?? { taken: 0, unreported: 0 };
    if (count.taken >= limit) return false;
    if (!known.has(network) && known.size > mostNetworks) return true;
    known.set(network, count);
    count.taken++;
    count.unreported++;
    if (count.unreported >= limit * part) report(network, count);
    return true;
  }

  /** @returns when the window ends, epoch milliseconds */
  function enterWindow(at: number): number {
    const window = at - (at % windowMs);
    if (window !== beganAt) {
      beganAt = window;
      known = new Map([everybody, proven].map((all) => [all, { taken: 0, unreported: 0 }]));
    }
    return window + windowMs;
  }

  return {
    take(ip) {
      const at = now();
      const end = enterWindow(at);
      const waitMs = end - at;
      // A private address is that of a proxy which TRUST_PROXY does not count: all visitors would share it.
      if (!isPrivate(ip) && !isTaken(networkOf(ip), perAddress)) return { waitMs, ofAll: false };
      if (isTaken(everybody, inAll)) return null;
      flood.ring(end + windowMs);
      return { waitMs, ofAll: true };
    },
    takeProven() {
      enterWindow(now());
      return isTaken(proven, inAll);
    },
    isFlooded: flood.rings,
    settled: () => Promise.all(onTheirWay),
  };
}
