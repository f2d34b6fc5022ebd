import type { Stage } from "../../../machines/messages/wording.ts";
import type { ProgressTracker } from "../../../machines/visit/session.ts";
import type { LocalizedStep } from "./page-data.ts";

type Asked = Record<string, Pick<LocalizedStep, "stage" | "kind" | "consent">>;

/**
 * The stage of each counted step. The last stage covers the contact questions at the end, and those at the beginning,
 * before anything about the accident.
 * @param path the questions so far, which may be more than are counted
 */
export function stagesOf(tracked: ProgressTracker["steps"], path: readonly string[], steps: Asked): Stage[] {
  const isCase = (name: string) => steps[name]?.stage === "case";
  const isContact = (name: string) => steps[name]?.kind === "contact" || Boolean(steps[name]?.consent);
  const contact = tracked.findLastIndex(({ name }) => !isContact(name)) + 1;
  const here = tracked.findIndex(({ active }) => active);
  const expected = tracked.findIndex(({ name }) => isCase(name));
  const known = expected < 0 ? tracked.length : expected;
  const begins = path.some(isCase) ? Math.min(known, here) : Math.max(known, here + 1);
  const first = tracked.findIndex(({ name }) => !isContact(name));
  return tracked.map((_, index) => {
    if (index >= contact || index < first) return "contact";
    return index >= begins ? "case" : "accident";
  });
}
