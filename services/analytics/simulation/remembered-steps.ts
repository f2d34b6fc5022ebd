import { type Stepped, type Stepper, stepperOf } from "../../../machines/graph/stepper.ts";
import type { SurveyEvent, SurveyInput } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import type { SurveySnapshot } from "../../../machines/visit/replay.ts";

type Steps = Map<string, Stepped>;

/** So many steps are kept; a snapshot is a kilobyte or two. The first are those that nearly all visits take. */
const most = 40_000;
/** Of the others the last ones, so that a visit that was walked can be described without walking it again. */
const newest = 500;

/**
 * A stepper for very many visits that are much alike: what the chart did before it is not asked again. Charts do not ask
 * for the source of a visit but its path and flags, so that visits from anywhere share a beginning.
 */
export function rememberedSteps(machine: SurveyMachine, names: Names = ofOneDay): Stepper {
  const { begin, send } = stepperOf(machine);
  const beginnings: Steps = new Map();
  const kept = new WeakMap<SurveySnapshot, Steps>();
  let recent = new Map<SurveySnapshot, Steps>();
  let count = 0;
  const remember = (snapshot: SurveySnapshot, name: string, stepped: Stepped) => {
    const isKept = count < most;
    count += 1;
    if (!isKept && recent.size >= newest) recent = new Map();
    const among = isKept ? kept : recent;
    const steps: Steps = among.get(snapshot) ?? new Map();
    among.set(snapshot, steps.set(name, stepped));
  };
  return {
    begin(input) {
      const name = names.begin(input);
      const begun = beginnings.get(name) ?? begin(input);
      beginnings.set(name, begun);
      return begun;
    },
    send(snapshot, event) {
      const name = names.event(event);
      const known = kept.get(snapshot)?.get(name) ?? recent.get(snapshot)?.get(name);
      if (known) return known;
      const stepped = send(snapshot, event);
      remember(snapshot, name, stepped);
      return stepped;
    },
  };
}

/** Beginnings and events that are called alike have the chart do the same. */
type Names = { begin(input: SurveyInput): string; event(event: SurveyEvent): string };

/** Visits of one day, in one state's settings: simulated ones. */
const ofOneDay: Names = {
  begin: ({ path, flags }) => JSON.stringify([path, flags]),
  event: ({ type, ...said }) =>
    "answers" in said ? JSON.stringify(said.answers) : type + JSON.stringify(said),
};

/** Any visits: all that a chart is given but the source, which none asks for. */
export const ofAnyDay: Names = {
  begin: ({ tracking, ...input }) => JSON.stringify(input),
  event: (event) => JSON.stringify(event),
};
