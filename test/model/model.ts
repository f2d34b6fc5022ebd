import type { CallId } from "../../machines/calls.ts";
import { track } from "../../machines/lead/tracking.ts";
import { entryPaths, findEntry, type SurveyEntry } from "../../machines/registry.ts";
import { pageFlags } from "../../machines/rules/page-flags.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { SurveyEvent, SurveyInput } from "../../machines/survey.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import { type SurveySnapshot, settled, topState } from "../../machines/visit/replay.ts";
import { today } from "../support/lead-facts.ts";
import { again, answerCases, type Case, outcomeCases } from "./cases.ts";

/** A chart, how it is entered, and what to try in each of its states. */
export type Model = { machine: SurveyMachine; input: SurveyInput; casesAt(snapshot: SurveySnapshot): Case[] };

/** A chart with cases made from its steps' data and its calls. Its id is its variant's code, which may ask its own way. */
export function modelOf(machine: SurveyMachine, input: SurveyInput): Model {
  const known = new Map<string, Case[]>();
  const remembered = (name: string, make: () => Case[]) => {
    const cases = known.get(name) ?? make();
    known.set(name, cases);
    return cases;
  };
  return {
    machine,
    input,
    casesAt(snapshot) {
      if (snapshot.status === "done") return [];
      const call = callOf(snapshot);
      if (call) return remembered(call, () => outcomeCases(call));
      const step = stepNamed(topState(snapshot), machine.id);
      return step ? remembered(step.name, () => answerCases(step, today)) : [again];
    },
  };
}

/** Every survey path there is, as a model. A variant needs nothing but its place in the registry. */
export const everyEntry: SurveyEntry[] = entryPaths.map((path) => findEntry(path)!);

export function modelAt({ path, variant, defaults }: SurveyEntry): Model {
  const tracking = track({ path, query: {}, referer: "" }, defaults);
  return modelOf(variant.machine, { path, tracking, today, flags: pageFlags(undefined, defaults.flags) });
}

/** The call a chart waits for. */
export function callOf(snapshot: SurveySnapshot): CallId | undefined {
  return snapshot._nodes.flatMap(({ invoke }) => invoke).map(({ id }) => id as CallId)[0];
}

/** A case as the chart sees it. */
export function eventOf(chosen: Case): SurveyEvent {
  if (chosen.kind === "outcome") return settled(chosen.outcome);
  return { type: "ANSWER", answers: chosen.kind === "answer" ? chosen.answers : {} };
}
