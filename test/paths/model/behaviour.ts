import { track } from "../../../machines/lead/tracking.ts";
import { pageFlags } from "../../../machines/rules/page-flags.ts";
import type { SurveyEvent, SurveyInput } from "../../../machines/survey.ts";
import type { SurveyMachine, Variant } from "../../../machines/variant.ts";
import type { SurveySnapshot } from "../../../machines/visit/replay.ts";
import { type PureSteps, pureSteps } from "../../../machines/visit/xstate-internals.ts";
import { today } from "../../support/lead-facts.ts";
import type { Path } from "./edge-cover.ts";
import { eventOf } from "./event-of.ts";
import { explore, type Graph } from "./graph.ts";
import { modelOf } from "./model.ts";
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
 * All that a chart does on a walk, as a text to be compared: after each event its screen, what it knows,
 * and what it has done or called.
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
