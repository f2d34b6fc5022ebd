import type { Metrics } from "./metrics.ts";

/** How the calls to one outside service, or deliveries to one receiver, have ended. */
export type CallCount = { provider: string; calls: number; failed: number; outcomes: Record<string, number> };

/** A buyer's refusal is an answer. */
const answers = ["answered", "accepted", "duplicate", "rejected"];

/** Of this process since it began; those that failed most come first. */
export async function callCounts({ calls }: Pick<Metrics, "calls">): Promise<CallCount[]> {
  const counts = new Map<string, CallCount>();
  for (const { metricName, labels, value } of (await calls.get()).values) {
    if (!metricName?.endsWith("_count")) continue;
    const provider = String(labels.provider);
    const outcome = String(labels.outcome);
    const known = counts.get(provider) ?? { provider, calls: 0, failed: 0, outcomes: {} };
    known.calls += value;
    if (!answers.includes(outcome)) known.failed += value;
    known.outcomes[outcome] = value;
    counts.set(provider, known);
  }
  return [...counts.values()].sort((one, other) => other.failed / other.calls - one.failed / one.calls);
}
