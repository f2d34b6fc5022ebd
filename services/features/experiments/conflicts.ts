import type { Fault } from "../../yaml/yaml-file.ts";
import { versionOf } from "./assign.ts";
import { type Experiment, rangesOf, runTogether } from "./experiment.ts";
import { type Experiments, type InForce, inForce, phaseAt } from "./in-force.ts";

/** Finds experiments with the same name, and those that could show one visitor two arms at once and so falsify both. */
export function faultsAmong(list: readonly (Experiment | InForce)[], now = Date.now()): Fault[] {
  const ranges = rangesOf(list, now);
  return list.flatMap((experiment, index) => {
    const where = ["list", index];
    const before = list.slice(0, index);
    if (before.some(({ id }) => id === experiment.id))
      return [{ where: [...where, "id"], text: "is there twice" }];
    if (!ranges.has(experiment.id)) {
      const { share, widest = share } = experiment as Partial<InForce> & Experiment;
      const text = `must be smaller: ${widest} is not free in group ${experiment.group}`;
      return [{ where: [...where, "share"], text }];
    }
    const rival = before.find(
      (other) =>
        runTogether(other, experiment, now) &&
        other.paths.some((path) => experiment.paths.includes(path)) &&
        (other.group === undefined || other.group !== experiment.group),
    );
    if (!rival) return [];
    const text = `must be the same for ${rival.id} and ${experiment.id}, which run at the same path and time`;
    return [{ where: [...where, "group"], text }];
  });
}

/** What must stay as it is while visitors are in an experiment, because it decides which arm they are in. */
const drawnBy = ["paths", "arms", "group", "share"] as const;

/**
 * Why a running site cannot go over to these experiments at a moment: visitors would be drawn again, see two arms, or be
 * counted in an arm that the page did not show them, because processes learn of it at different moments.
 * @param pressed the experiment that a press begins or ends: the press says from which moment on, to all processes
 */
export function conflicts(before: Experiments, after: Experiments, at: number, pressed?: string): Fault[] {
  const [old, list] = [inForce(before), inForce(after)];
  const faults = faultsAmong(list, at);
  if (faults.length > 0) return faults;
  const isRunning = (one: InForce | undefined) => one !== undefined && phaseAt(one, at).state === "running";
  const [oldRanges, ranges] = [rangesOf(old, at), rangesOf(list, at)];
  for (const [index, one] of list.entries()) {
    const was = old.find(({ id }) => id === one.id);
    const refuse = (key: string, text: string) => faults.push({ where: ["list", index, key], text });
    const own = `the console’s page of ${one.id}`;
    if (isRunning(one) !== isRunning(was)) {
      if (one.id === pressed) continue;
      const isUnbegun = phaseAt(one, at).state === "waiting";
      if (isRunning(one)) refuse("start", `must be at least a minute ahead, or left out: ${own} begins it`);
      else if (isUnbegun) refuse("start", `must stay as it is while ${one.id} runs; ${own} ends it`);
      else refuse("stop", `must be at least a minute ahead, or left out: ${own} ends it`);
      continue;
    }
    if (!isRunning(one)) continue;
    const changed = drawnBy.find((key) => JSON.stringify(one[key]) !== JSON.stringify(was![key]));
    const [from, wasFrom] = [ranges.get(one.id)!, oldRanges.get(one.id)!];
    if (changed) refuse(changed, `must stay as it is while ${one.id} runs; ${own} widens and ends it`);
    else if (before.salt !== after.salt)
      faults.push({ where: ["salt"], text: `must stay as it is while ${one.id} runs` });
    else if (versionOf(one, from, after.salt) !== versionOf(was!, wasFrom, before.salt))
      refuse(
        "group",
        `would draw the visitors of ${one.id} again, because another one of it begins elsewhere`,
      );
  }
  const gone = old.find((one) => isRunning(one) && !list.some(({ id }) => id === one.id));
  if (gone) {
    const text = `must keep ${gone.id}, which runs, until the console’s page of it has ended it`;
    faults.push({ where: ["list"], text });
  }
  return faults;
}
