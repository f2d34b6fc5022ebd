import { type DerivedLead, deriveLead, type LeadFacts } from "../../machines/lead/derive.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { SurveyContext } from "../../machines/survey.ts";
import type { Variant } from "../../machines/variant.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { stepsOf } from "../../machines/visit/replay.ts";
import { readVisit, withEntries } from "../../machines/visit/visit-state.ts";
import { leadFacts, noon } from "../support/lead-facts.ts";
import { type Screen, screenOf, type Turn } from "./model/run-path.ts";
import type { Suite } from "./model/suite.ts";

/** The first turn begins at noon, each later one this much later, in milliseconds. */
export const turnMs = 5000;

/** Turns through the log and the visit's core alone: what the server believes, without a server. */
export function walkLog({ model, world }: Pick<Suite, "model" | "world">, turns: Turn[]) {
  const { machine, input } = model;
  const question = (name: string) => stepNamed(name, machine);
  const survey = { machine, steps: stepsOf(machine), question, inputOf: () => input };
  let state = readVisit(survey, [{ at: noon, kind: "entry", body: world.arrival }]);
  const screens: Screen[] = [screenOf(state.replay.snapshot)];
  turns.forEach(({ step, answers, today, outcomes }, index) => {
    const at = noon + (index + 1) * turnMs;
    const said = outcomes.map((body): LogEntry => ({ at, kind: "outcome", body }));
    state = withEntries(state, [
      { at, kind: "answer", body: { step, answers, ...(today && { today }) } },
      ...said,
    ]);
    screens.push(screenOf(state.replay.snapshot));
  });
  const { log } = state;
  return { screens, context: readVisit(survey, log).replay.snapshot.context, log };
}

/** The lead of a visit, by what its variant and the tests' day say. */
export function leadOf(
  variant: Required<Variant>,
  context: SurveyContext,
  more: Partial<LeadFacts> = {},
): DerivedLead {
  return deriveLead(
    context,
    leadFacts({
      earlyTreatment: variant.earlyTreatment,
      accidentType: variant.accidentType || undefined,
      incidentPrecision: variant.flow === "one-page" ? "year" : "month",
      ...more,
    }),
  );
}
