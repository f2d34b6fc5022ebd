import { stepNamed } from "../../machines/steps/index.ts";
import type { SurveyEvent, SurveyInput } from "../../machines/survey.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import { callOf, type SurveySnapshot, settled, topState } from "../../machines/visit/replay.ts";
import { today } from "../support/lead-facts.ts";
import { again, answerCases, type Case, outcomeCases, pageCase } from "./cases.ts";

/** A chart, how it is entered, and what to try in each of its states. */
export type Model = { machine: SurveyMachine; input: SurveyInput; casesAt(snapshot: SurveySnapshot): Case[] };

/** A chart with cases made from its steps' data, its calls and what else it listens to. Its id is its variant's code, which may ask its own way. */
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
      if (!step) return [again];
      return remembered(step.name, () => [
        ...answerCases(step, today),
        ...pageEvents(snapshot).map((type) => pageCase(step.name, type)),
      ]);
    },
  };
}

/** A case as the chart sees it. */
export function eventOf(chosen: Case): SurveyEvent {
  if (chosen.kind === "outcome") return settled(chosen.outcome);
  if (chosen.kind === "page") return chosen.event;
  return { type: "ANSWER", answers: chosen.kind === "answer" ? chosen.answers : {} };
}

/** What the page around a question may tell the chart besides an answer; the chart itself raises NEXT. */
function pageEvents(snapshot: SurveySnapshot): string[] {
  const types = new Set(snapshot._nodes.flatMap(({ ownEvents }) => ownEvents as string[]));
  return [...types].filter((type) => !["ANSWER", "NEXT"].includes(type) && !type.startsWith("xstate."));
}
