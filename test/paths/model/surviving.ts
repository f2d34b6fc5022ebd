import { track } from "../../../machines/context/tracking.ts";
import {
  edgeCover,
  eventOf,
  explore,
  type Graph,
  modelOf,
  type Path,
} from "../../../machines/model/covering.ts";
import { pageFlags } from "../../../machines/rules/page-flags.ts";
import type { SurveyEvent, SurveyInput } from "../../../machines/survey.ts";
import type { SurveyMachine, Variant } from "../../../machines/variant.ts";
import type { SurveySnapshot } from "../../../machines/visit/replay.ts";
import { type PureSteps, pureSteps } from "../../../machines/visit/xstate-internals.ts";
import { today } from "../../support/lead-facts.ts";
import { pairwiseCover } from "./covers.ts";
import type { Mutant } from "./mutants.ts";
import { screenOf } from "./run-path.ts";

/** A way in, and what happens from there. */
export type Walk = { input: SurveyInput; events: SurveyEvent[] };

/** Ways in that differ from the plain one, by the guard or action that tells them apart. */
const otherInputs: [reader: RegExp, differs: (plain: SurveyInput) => Partial<SurveyInput>][] = [
  [/"pathContainsSurveyV4nv"/, () => ({ path: "/lp/surveyv4nv" })],
  [/"pathContainsSurveyV4nv"/, () => ({ path: "/lp/elsewhere" })],
  [/"spanishPath"/, () => ({ path: "/survey/es" })],
  [/"combinedLastStep"/, ({ flags }) => ({ flags: { ...flags, combinedLastStep: true } })],
  [/"asksDateOfBirth"/, () => ({ region: "CA", settings: { dateOfBirthStates: ["CA"] } })],
  [/"withoutDefaultBuyers"/, () => ({ settings: { noDefaultBuyersStates: ["CA"] } })],
];

/**
 * The ways into a variant that its chart can tell apart, the plain one first. Unlike a suite's worlds these are
 * of the chart alone: none of the variant's own paths need lead there.
 */
export function inputsOf({ machine, entries }: Pick<Variant, "machine" | "entries">): SurveyInput[] {
  const [[path, defaults]] = Object.entries(entries) as [[string, Variant["entries"][string]]];
  const tracking = track({ path, query: {}, referer: "" }, defaults);
  const plain = { path, tracking, today, flags: pageFlags(undefined) };
  const read = JSON.stringify(machine.config);
  const others = otherInputs.filter(([reader]) => reader.test(read));
  return [plain, ...others.map(([, differs]) => ({ ...plain, ...differs(plain) }))];
}

/** The paths of a cover through a chart, each after all that the page around a question may tell it. */
export function walksOf(machine: SurveyMachine, input: SurveyInput, cover: (graph: Graph) => Path[]): Walk[] {
  const before = pageEvents(machine);
  return cover(explore(modelOf(machine, input))).map((path) => ({
    input,
    events: [...before, ...path.map(({ tried }) => eventOf(tried))],
  }));
}

/** Events besides the answer; the chart raises NEXT itself. */
function pageEvents(machine: SurveyMachine): SurveyEvent[] {
  const types = Object.keys(machine.config.on ?? {}).filter((type) => type !== "ANSWER");
  return types.map((type) => ({ type }) as SurveyEvent);
}

/**
 * A chart's behaviour on a walk, as a text to compare: after each event its screen, its context, its effects and its
 * calls.
 */
export function behaviourOn(machine: SurveyMachine, { input, events }: Walk): string {
  const seen: unknown[] = [];
  const see = ([snapshot, actions]: ReturnType<PureSteps["begin"]>): SurveySnapshot => {
    seen.push([screenOf(snapshot), snapshot.status, snapshot.context, actions.map(({ type }) => type)]);
    return snapshot;
  };
  const { begin, send } = pureSteps(machine);
  let snapshot = see(begin(input));
  for (const event of events) snapshot = see(send(snapshot, event));
  return JSON.stringify(seen);
}

/** Mutants of charts that no path can notice, because the chart does the same with them, each with the reason. */
export const survivors: readonly { file: string; mutant: string; reason: string }[] = [
  {
    file: "machines/variants/multi-step.ts",
    mutant: "FormSecondQuestions.lookingUpZip.invoke.onError[0]: without leavePlaceEmpty",
    reason: "no check after this one asks again, so the place is still as empty as it began",
  },
];

/** Mutants of a variant's chart that do on every path what the chart does. */
export function survivingMutants(
  { machine, entries }: Pick<Variant, "machine" | "entries">,
  mutants: readonly Mutant[],
): Mutant[] {
  const inputs = inputsOf({ machine, entries });
  const edges = inTurn(inputs.map((input) => walksOf(machine, input, edgeCover)));
  const surviving = mutants.filter(behavesOn(machine, edges));
  if (surviving.length === 0) return [];
  // Many more paths; they distinguish what is forgotten from what is remembered when something is asked twice.
  const pairs = walksOf(machine, inputs[0]!, pairwiseCover);
  return surviving.filter(behavesOn(machine, pairs));
}

/** The first of each, then the second of each: what only one way in shows is soon met. */
function inTurn(walks: readonly Walk[][]): Walk[] {
  const longest = Math.max(...walks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => walks.flatMap((each) => each[index] ?? [])).flat();
}

/** Whether a mutant does what the chart does on all of these walks; one that fails does not. */
function behavesOn(machine: SurveyMachine, walks: readonly Walk[]): (mutant: Mutant) => boolean {
  const expected = walks.map((walk) => behaviourOn(machine, walk));
  return (mutant) => {
    try {
      return walks.every((walk, index) => behaviourOn(mutant.machine, walk) === expected[index]);
    } catch {
      return false;
    }
  };
}
