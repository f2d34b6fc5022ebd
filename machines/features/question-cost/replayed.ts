import { disqualification } from "../../context/disqualification.ts";
import { payloadsOf } from "../../lead/payloads.ts";
import { type LeadSettings, leadSoFar } from "../../model/lead-so-far.ts";
import { without } from "../../parts/rearranged.ts";
import { findEntry } from "../../registry.ts";
import { stepNamed } from "../../steps/index.ts";
import type { Variant } from "../../variant.ts";
import type { ChartSettings } from "../../visit/open-visit.ts";
import { comparisonOf } from "../what-if/comparison.ts";
import { addVisit, emptyTally, type RecordedVisit, type Tally } from "../what-if/tally.ts";
import { worldOf } from "../what-if/world.ts";
import { questionsOf } from "./questions.ts";

const code = { findEntry, questions: stepNamed, judge: disqualification, leadSoFar, payloadsOf };

/** The settings of a site that charts and leads depend on. */
export type SiteSettings = { chart: ChartSettings; lead: LeadSettings };

/**
 * Replays visits through a survey as it is and without each of its questions, except those that a guard needs: its way
 * would be decided by an answer that nobody gave.
 * @returns what adds visits that answered a question to that question's tally
 */
export function replays(
  variant: Required<Variant>,
  { chart, lead }: SiteSettings,
): (visits: readonly RecordedVisit[]) => Record<string, Tally> {
  const before = worldOf(code, variant, lead, { rules: "" });
  const free = questionsOf(variant).filter(({ refusal }) => refusal?.by !== "guard");
  const comparisons = free.map(({ name }) => {
    const edited = { ...variant, machine: without(variant.machine, name) };
    const after = worldOf(code, variant, lead, { rules: "", edited });
    return { name, comparison: comparisonOf({ before, after }, chart) };
  });
  return (visits) =>
    Object.fromEntries(
      comparisons.map(({ name, comparison }) => {
        const tally = emptyTally();
        for (const visit of visits.filter(({ log }) => isAnswered(log, name))) {
          try {
            addVisit(tally, comparison, visit);
          } catch {
            tally.failed += 1;
          }
        }
        return [name, tally];
      }),
    );
}

/** A visitor who never answered a question makes the same lead without it. */
function isAnswered(log: RecordedVisit["log"], question: string): boolean {
  return log.some(({ kind, body }) => kind === "answer" && body.step === question);
}
