import type { LogEntry } from "../visit/log.ts";

/**
 * `time_on_steps` (spec 3.2, ruling 48): whole seconds, one `step:seconds` entry per visited
 * step in the order of first visits, joined by `|`; time spent on a step again is added.
 */
export function timeOnSteps(log: readonly LogEntry[]): string {
  const spent = new Map<string, number>();
  let since = log[0]?.at ?? 0;
  for (const entry of log) {
    if (entry.kind !== "answer" && entry.kind !== "back") continue;
    const step = entry.kind === "answer" ? entry.body.step : entry.body.from;
    spent.set(step, (spent.get(step) ?? 0) + Math.max(0, entry.at - since));
    since = entry.at;
  }
  return [...spent].map(([step, ms]) => `${step}:${Math.round(ms / 1000)}`).join("|");
}
