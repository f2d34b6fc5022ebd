import type { SurveyContext } from "../context.ts";
import { DEFAULT_AFFID_AT_POST } from "../rules/limits.ts";
import { rewriteForPriorOffence } from "../rules/prior-offence.ts";

/**
 * Where a lead comes from as it is posted, and as its campaign is asked for: after the rewrite for a prior
 * offence, and with the affiliate that stands in for none (spec 7 and 9; rulings 32 and 70).
 */
export function postedTraffic({ tracking, answers }: Pick<SurveyContext, "tracking" | "answers">) {
  const traffic = rewriteForPriorOffence(tracking, answers);
  return { ...traffic, affid: traffic.affid || DEFAULT_AFFID_AT_POST };
}
