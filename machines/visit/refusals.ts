import type { LogEntry } from "./log.ts";
import type { VisitState } from "./visit-state.ts";

/** An answer that a form's own rules refused, and for which fields; `at` is UTC milliseconds. */
export type Refusal = { step: string; fields: string[]; at: number };

/** More of one visit say nothing new, and could fill its log. */
const most = 20;

/**
 * Refusals as they are added to a visit's log: those of questions on its way and of fields these have, each once.
 * @param isReported they were reported by a browser, which may do so twice
 */
export function refusalEntries(
  { log, path, survey }: Pick<VisitState, "log" | "path" | "survey">,
  refusals: readonly Refusal[],
  { isReported }: { isReported: boolean },
): LogEntry[] {
  const known = log.filter(({ kind }) => kind === "refused");
  const entries = refusals.flatMap(({ step, fields, at }): LogEntry[] => {
    const question = path.includes(step) ? survey.question(step) : undefined;
    const names = ["option", ...(question?.fields ?? []).map((field) => field.name as string)];
    const refused = names.filter((field) => fields.includes(field));
    const isKnown = isReported && known.some((entry) => entry.at === at);
    return question && refused.length > 0 && !isKnown
      ? [{ kind: "refused", at, body: { step, fields: refused } }]
      : [];
  });
  return entries.slice(0, Math.max(0, most - known.length));
}
