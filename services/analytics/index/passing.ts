import type { Conditions } from "./conditions.ts";
import { resultNow } from "./count.ts";
import type { Sessions } from "./sessions.ts";

/** Returns a session's result if it passes the conditions, -1 if it does not. */
export function passingOf(sessions: Sessions, conditions: Conditions): (at: number) => number {
  const [source, trace, day] = [sessions.source.values, sessions.trace.values, sessions.day.values];
  const [result, reason] = [sessions.result.values, sessions.dqReason.values];
  const lastMinute = sessions.lastMinute.values;
  const { firstDay, lastDay, trace: passingTrace } = conditions;
  return (at) => {
    if (conditions.source[source[at]!] === 0 || day[at]! < firstDay || day[at]! > lastDay) return -1;
    const now = resultNow(result[at]!, lastMinute[at]!, conditions);
    if (conditions.result[now] === 0 || conditions.dqReason[reason[at]!] === 0) return -1;
    return passingTrace !== null && passingTrace[trace[at]!] === 0 ? -1 : now;
  };
}
