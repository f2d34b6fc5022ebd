import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Settings } from "../settings/env.ts";
import type { Costly } from "../settings/limits.ts";
import { type Counted, type PostCounts, roomAfter, waitFor, windowStart } from "../store/guards/floods.ts";
import type { Store } from "../store/store.ts";
import { alarm, type Budget, budgetOf } from "./budget.ts";
import { isPrivate, subscribersOf, widestOf } from "./network-of.ts";

const minuteMs = 60_000;
/** A process tells the others each time it has used this part of a limit, by which they may overrun it each. */
const part = 1 / 20;
/** Networks that hold others get this many times what the next smaller one gets. */
const wider = 3;
/** How many networks are counted in a window; those that come later in it share the widest around them. */
const mostNetworks = 50_000;
/** Keys for everybody, and for those who brought a proof of work; no address looks like them. */
const everybody = "*";
const proven = "+";

/** `waitMs`: until the next will be taken; `ofAll`: the limit of all posts was reached, not the address's own. */
type OverLimit = { waitMs: number; ofAll: boolean };

export type PostLimits = {
  /** Counts one post of this address, or an amount of something else. @returns null when it is taken */
  take(ip: string, amount?: number): OverLimit | null;
  /** True if the address has no allowance left. */
  isOver(ip: string): boolean;
  /** Counts one over the limit of all with a proof of work: as many are taken once more. */
  takeProven(): boolean;
  /** True from when the limit of all posts is reached until a whole minute has kept below it. */
  isFlooded(): boolean;
  /** Resolves once no count is on its way to the store. */
  settled(): Promise<unknown>;
};

/** This process's own counts. */
type Count = Counted & { unreported: number };

/**
 * Limits posts, or something else, per address and in total, within a minute or another time. Processes count
 * separately and share large counts through the store, so that no request waits for it and a visitor costs no write at
 * all. While the store is in trouble each process uses its own count.
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
  let before = new Map<string, Count>();
  const onTheirWay = new Set<Promise<void>>();
  const flood = alarm("flood", now, log);

  function report(network: string, count: Count): void {
    const { unreported } = count;
    count.unreported = 0;
    const reported = counts.add(network, unreported, beganAt, windowMs).then(
      (all) => {
        count.current = Math.max(count.current, all.current + count.unreported);
        count.before = Math.max(count.before, all.before);
      },
      (error: Error) => log("limits.not_shared", { error: error.name }),
    );
    onTheirWay.add(reported);
    void reported.finally(() => onTheirWay.delete(reported));
  }

  const countOf = (network: string): Count =>
    known.get(network) ?? { before: before.get(network)?.current ?? 0, current: 0, unreported: 0 };
  const isUsedUp = (count: Count, limit: number, at: number) =>
    limit > 0 && count.current >= roomAfter(count.before, limit, at, windowMs);

  /** @returns how long to wait where it is not taken, in milliseconds */
  function take(network: string, limit: number, at: number, amount = 1): number {
    if (limit === 0) return 0;
    const count = countOf(network);
    if (isUsedUp(count, limit, at)) return waitFor(count, limit, at, windowMs);
    known.set(network, count);
    count.current += amount;
    count.unreported += amount;
    if (count.unreported >= limit * part) report(network, count);
    return 0;
  }

  /** Takes one from each network that the address is in, up to one that has none left. */
  function takeFrom(ip: string, at: number, amount: number): number {
    const networks = subscribersOf(ip);
    if (known.size > mostNetworks && !known.has(networks[0]!))
      return take(widestOf(ip), perAddress * wider ** 3, at, amount);
    let waitMs = 0;
    networks.every((network, index) => {
      waitMs = take(network, perAddress * wider ** index, at, amount);
      return waitMs === 0;
    });
    return waitMs;
  }

  function enterWindow(at: number): void {
    const window = windowStart(at, windowMs);
    if (window === beganAt) return;
    before = window === beganAt + windowMs ? known : new Map();
    beganAt = window;
    known = new Map();
  }

  return {
    isOver(ip) {
      const at = now();
      enterWindow(at);
      if (isPrivate(ip)) return false;
      return subscribersOf(ip).some((network, index) =>
        isUsedUp(countOf(network), perAddress * wider ** index, at),
      );
    },
    take(ip, amount = 1) {
      const at = now();
      enterWindow(at);
      // A private address is that of a proxy which TRUST_PROXY does not count: all visitors would share it.
      const own = isPrivate(ip) ? 0 : takeFrom(ip, at, amount);
      if (own > 0) return { waitMs: own, ofAll: false };
      const waitMs = take(everybody, inAll, at, amount);
      if (waitMs === 0) return null;
      flood.ring(beganAt + 2 * windowMs);
      return { waitMs, ofAll: true };
    },
    takeProven() {
      const at = now();
      enterWindow(at);
      return take(proven, inAll, at) === 0;
    },
    isFlooded: flood.rings,
    settled: () => Promise.all(onTheirWay),
  };
}

/** How many reports, and wrong tokens, are accepted from one address in a minute. */
const reportsPerAddress = 30;
const tokensPerAddress = 10;

const dayMs = 24 * 60 * 60_000;

/** How much of each thing an address, and all together, may have in a minute. */
export type Limits = {
  postLimits: PostLimits;
  /** For browsers' reports, which are counted separately: any page can have its visitors post them. */
  reportLimits: PostLimits;
  /** Limits for wrong analysts' tokens. */
  tokenLimits: PostLimits;
  /** Of bytes that posts bring in a day, and of as many again that come with a proof of work. */
  byteLimits: PostLimits;
  provenByteLimits: PostLimits;
};

type Allowances = Limits & {
  budget(what: Costly): Budget;
  /** Resolves once no count is on its way to the store. */
  settled(): Promise<unknown>;
};

export function allowancesOf(
  settings: Pick<Settings, "postLimits" | "bytesPerAddress" | "budgets">,
  store: Pick<Store, "postCounts" | "budgets">,
  deps: { now: () => number; log: Log; metrics: Metrics },
): Allowances {
  const ofPosts = postLimits({ counts: store.postCounts, ...settings.postLimits, ...deps });
  /** The same for what has an allowance of its own, counted under another name. */
  const limitsOf = (what: string, perAddress: number, windowMs?: number) => {
    const add: Store["postCounts"]["add"] = (network, ...rest) =>
      store.postCounts.add(`${what} ${network}`, ...rest);
    return postLimits({ counts: { add }, perAddress, inAll: 0, windowMs, ...deps });
  };
  const [ofReports, ofTokens] = [
    limitsOf("reports", reportsPerAddress),
    limitsOf("tokens", tokensPerAddress),
  ];
  const [ofBytes, ofProvenBytes] = ["bytes", "proven bytes"].map((what) =>
    limitsOf(what, settings.bytesPerAddress, dayMs),
  ) as [PostLimits, PostLimits];
  return {
    postLimits: ofPosts,
    reportLimits: ofReports,
    tokenLimits: ofTokens,
    byteLimits: ofBytes,
    provenByteLimits: ofProvenBytes,
    budget: (what) => budgetOf(what, settings.budgets[what], { budgets: store.budgets, ...deps }),
    settled: () =>
      Promise.all([ofPosts, ofReports, ofTokens, ofBytes, ofProvenBytes].map((each) => each.settled())),
  };
}
