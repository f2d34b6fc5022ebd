import type { SurveyEvent, SurveyInput } from "../../../machines/survey.ts";
import type { Run, SurveySnapshot } from "../../../machines/visit/replay.ts";

/** A chart's steps, and all that is said of each. */
type Steps<Step extends Run> = {
  begin(input: SurveyInput): Step;
  send(snapshot: SurveySnapshot, event: SurveyEvent): Step;
};

/** So many steps are kept, of a kilobyte or two each; then all are forgotten, and those that many visits take soon known again. */
const most = 40_000;

/**
 * Steps for very many visits that are much alike: what the chart did before it is not asked again. Charts do not ask
 * for the source of a visit but its path and flags, so that visits from anywhere share a beginning.
 */
export function rememberedSteps<Step extends Run>({ begin, send }: Steps<Step>): Steps<Step> {
  type Known = Map<string, Step>;
  const beginnings: Known = new Map();
  let known = new WeakMap<SurveySnapshot, Known>();
  let count = 0;
  const remember = (steps: Known, name: string, stepped: Step) => {
    steps.set(name, stepped);
    count += 1;
    if (count < most) return;
    beginnings.clear();
    known = new WeakMap();
    count = 0;
  };
  return {
    begin(input) {
      const name = names.begin(input);
      const found = beginnings.get(name);
      if (found) return found;
      const begun = begin(input);
      remember(beginnings, name, begun);
      return begun;
    },
    send(snapshot, event) {
      const name = names.event(event);
      const steps: Known = known.get(snapshot) ?? new Map();
      const found = steps.get(name);
      if (found) return found;
      known.set(snapshot, steps);
      const stepped = send(snapshot, event);
      remember(steps, name, stepped);
      return stepped;
    },
  };
}

/** Visits of one day, in one state's settings. */
const names = {
  begin: ({ path, flags }: SurveyInput) => JSON.stringify([path, flags]),
  event: ({ type, ...said }: SurveyEvent) =>
    "answers" in said ? JSON.stringify(said.answers) : type + JSON.stringify(said),
};
