import { type Case, casesAt } from "../../../machines/simulator/cases.ts";
import type { SurveyInput } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { callOf, type SurveySnapshot, topState } from "../../../machines/visit/replay.ts";
import { today } from "../../support/lead-facts.ts";

/** A chart, how it is entered, and what to try in each of its states. */
export type Model = { machine: SurveyMachine; input: SurveyInput; casesAt(snapshot: SurveySnapshot): Case[] };

/** A chart with cases made from its steps' data, its calls and what else it listens to. Its id is its variant's code, which may ask its own way. */
export function modelOf(machine: SurveyMachine, input: SurveyInput): Model {
  const known = new Map<string, Case[]>();
  return {
    machine,
    input,
    casesAt(snapshot) {
      const where = callOf(snapshot) ?? topState(snapshot);
      const cases = known.get(where) ?? casesAt(snapshot, machine, today);
      known.set(where, cases);
      return cases;
    },
  };
}
