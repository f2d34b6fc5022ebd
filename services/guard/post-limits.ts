import type { Log } from "../observe/log.ts";
import type { PostCounts } from "../store/post-counts.ts";
import { alarm } from "./alarm.ts";
import { isPrivate, subscribersOf, widestOf } from "./network-of.ts";

const minuteMs = 60_000;
/** A process tells the others each time it has taken this part of a limit: they may overrun it by as much each. */
const part = 1 / 20;
/** Networks that hold others get this many times what the next smaller one gets. */
const wider = 3;
/** So many networks are counted at once; those that come later in the same window share the widest around them. */
const mostNetworks = 50_000;
/** Stand for everybody, and for those of them who brought a proof of work; no address looks like them. */
const everybody = "*";
const proven = "+";

/** `waitMs`: until the next will be taken; `ofAll`: the limit of all posts was reached, not the address's own. */
export type OverLimit = { waitMs: number; ofAll: boolean };

export type PostLimits = {
  /** Counts one post of this address, or so many of what is counted. @returns null when it is taken */
  take(ip: string, amount?: number): OverLimit | null;
  /** True while the address has none left. */
  isOver(ip: string): boolean;
  /** Counts one that was over the limit of all and brought a proof of work: as many are taken once more. */
  takeProven(): boolean;
  /** True from when the limit of all posts is reached until a whole minute has kept below it. */
  isFlooded(): boolean;
  /** Resolves once no count is on its way to the store. */
  settled(): Promise<unknown>;
};

type Count = { taken: number; unreported: number };

/**
 * Limits posts, or what else is counted, per address and in all, by the minute or another window. Processes count by
 * themselves and share what grows large through the store, so that no request waits for it and a visitor's costs no write
 * at all. While the store is in trouble each process goes by its own count.
 * @param perAddress posts a minute, 0 for any number; so is `inAll`. Networks around an address get some more.
 */
export function postLimits(parts: {
  counts: PostCounts;
  perAddress: number;
  inAll: number;
  now: () => number;
  log: Log;
  windowMs?: number;
}): PostLimits {
  const { counts, perAddress, inAll, now, log, windowMs = minuteMs } = parts;
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

  function isTaken(network: string, limit: number, amount = 1): boolean {
    if (limit === 0) return true;
    const count = known.get(network) ?? { taken: 0, unreported: 0 };
    if (count.taken >= limit) return false;
    known.set(network, count);
    count.taken += amount;
    count.unreported += amount;
    if (count.unreported >= limit * part) report(network, count);
    return true;
  }

  /** Takes one from each network that the address is in, up to one that has none left. */
  function isTakenBy(ip: string, amount: number): boolean {
    const networks = subscribersOf(ip);
    if (known.size > mostNetworks && !known.has(networks[0]!))
      return isTaken(widestOf(ip), perAddress * wider ** 3, amount);
    return networks.every((network, index) => isTaken(network, perAddress * wider ** index, amount));
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
    isOver(ip) {
      enterWindow(now());
      const isUsedUp = (network: string, index: number) =>
        (known.get(network)?.taken ?? 0) >= perAddress * wider ** index;
      return perAddress > 0 && !isPrivate(ip) && subscribersOf(ip).some(isUsedUp);
    },
    take(ip, amount = 1) {
      const at = now();
      const end = enterWindow(at);
      const waitMs = end - at;
      // A private address is that of a proxy which TRUST_PROXY does not count: all visitors would share it.
      if (!isPrivate(ip) && !isTakenBy(ip, amount)) return { waitMs, ofAll: false };
      if (isTaken(everybody, inAll, amount)) return null;
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
