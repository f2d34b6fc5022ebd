import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Settings } from "../settings/env.ts";
import type { Costly } from "../settings/guard.ts";
import type { Store } from "../store/types.ts";
import { type Budget, budgetOf } from "./budget.ts";
import { type PostLimits, postLimits } from "./post-limits.ts";

/** So many reports, and wrong tokens, are taken from one address in a minute. */
const reportsPerAddress = 30;
const tokensPerAddress = 10;

/** How much of each thing an address, and all together, may have in a minute. */
export type Limits = {
  postLimits: PostLimits;
  /** Of browsers' reports, which count by themselves: any page can have its visitors post them. */
  reportLimits: PostLimits;
  /** Of wrong analysts' tokens. */
  tokenLimits: PostLimits;
};

type Allowances = Limits & {
  budget(what: Costly): Budget;
  /** Resolves once no count is on its way to the store. */
  settled(): Promise<unknown>;
};

export function allowancesOf(
  settings: Pick<Settings, "postLimits" | "budgets">,
  store: Pick<Store, "postCounts" | "budgets">,
  deps: { now: () => number; log: Log; metrics: Metrics },
): Allowances {
  const ofPosts = postLimits({ counts: store.postCounts, ...settings.postLimits, ...deps });
  /** The same for what has an allowance of its own, counted by another name. */
  const limitsOf = (what: string, perAddress: number) => {
    const add: Store["postCounts"]["add"] = (network, beganAt, amount) =>
      store.postCounts.add(`${what} ${network}`, beganAt, amount);
    return postLimits({ counts: { add }, perAddress, inAll: 0, ...deps });
  };
  const [ofReports, ofTokens] = [
    limitsOf("reports", reportsPerAddress),
    limitsOf("tokens", tokensPerAddress),
  ];
  return {
    postLimits: ofPosts,
    reportLimits: ofReports,
    tokenLimits: ofTokens,
    budget: (what) => budgetOf(what, settings.budgets[what], { budgets: store.budgets, ...deps }),
    settled: () => Promise.all([ofPosts, ofReports, ofTokens].map((each) => each.settled())),
  };
}
