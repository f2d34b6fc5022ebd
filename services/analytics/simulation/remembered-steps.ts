import { type Stepped, stepperOf } from "../../../machines/graph/stepper.ts";
import type { SurveyEvent } from "../../../machines/survey.ts";
import type { SurveySnapshot } from "../../../machines/visit/replay.ts";

type Steps = Map<string, Stepped>;

/** So many steps are kept; a snapshot is a kilobyte or two. The first are those that nearly all visits take. */
const most = 40_000;
/** Of the others the last ones, so that a visit that was walked can be told of without walking it again. */
const newest = 500;

/**
 * Steppers for very many visits that are much alike: what a chart did before it is not asked again. Charts do not ask
 * for the source of a visit but its path and flags, so that visits from anywhere share a beginning.
 */
export function rememberedSteps(): typeof stepperOf {
  const steppers = new Map<string, ReturnType<typeof stepperOf>>();
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
  return (machine, input) => {
    const key = JSON.stringify([machine.id, input.path, input.flags]);
    const found = steppers.get(key);
    if (found) return found;
    const plain = stepperOf(machine, input);
    const stepper: typeof plain = {
      start: plain.start,
      send(snapshot, event) {
        const name = nameOf(event);
        const known = kept.get(snapshot)?.get(name) ?? recent.get(snapshot)?.get(name);
        if (known) return known;
        const stepped = plain.send(snapshot, event);
        remember(snapshot, name, stepped);
        return stepped;
      },
    };
    steppers.set(key, stepper);
    return stepper;
  };
}

/** What an event says besides its day, which is the same for all. */
function nameOf({ type, ...said }: SurveyEvent): string {
  return "answers" in said ? JSON.stringify(said.answers) : type + JSON.stringify(said);
}
