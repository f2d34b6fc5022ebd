import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Settings } from "../settings/env.ts";
import type { Costly } from "../settings/limits.ts";
import type { Store } from "../store/types.ts";
import { type Budget, budgetOf } from "./budget.ts";
import { type PostLimits, postLimits } from "./post-limits.ts";

/** So many reports, and wrong tokens, are taken from one address in a minute. */
const reportsPerAddress = 30;
const tokensPerAddress = 10;

const dayMs = 24 * 60 * 60_000;

/** How much of each thing an address, and all together, may have in a minute. */
export type Limits = {
  postLimits: PostLimits;
  /** Of browsers' reports, which count by themselves: any page can have its visitors post them. */
  reportLimits: PostLimits;
  /** Of wrong analysts' tokens. */
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
  /** The same for what has an allowance of its own, counted by another name. */
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
