import type { SurveyEvent, SurveyInput } from "../../../machines/survey.ts";
import type { Run, SurveySnapshot } from "../../../machines/visit/replay.ts";

type Steps<Step extends Run> = {
  begin(input: SurveyInput): Step;
  send(snapshot: SurveySnapshot, event: SurveyEvent): Step;
};

/** Steps to remember, a kilobyte or two each. When full, all are forgotten; common ones soon return. */
const most = 40_000;

/**
 * Remembers steps for large numbers of similar visits, so that the chart takes each step only once. Of a
 * visit's source, charts use only the path and flags, so visits from anywhere share their beginning.
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

/** Keys of steps. Day, region and settings are left out, because simulated visits share them. */
const names = {
  begin: ({ path, flags }: SurveyInput) => JSON.stringify([path, flags]),
  event: ({ type, ...said }: SurveyEvent) =>
    "answers" in said ? JSON.stringify(said.answers) : type + JSON.stringify(said),
};
