import { createHmac } from "node:crypto";
import type { AssignedArm } from "../../../machines/context/tracking.ts";
import { flagValue } from "../../../machines/rules/page-flags.ts";
import type { Arms, Assign } from "../feature.ts";
import { type Arm, type Experiment, rangesOf } from "./experiment.ts";
import { type Experiments, inForce, phaseAt } from "./in-force.ts";

/**
 * The arm depends on the arguments alone, so that all processes and all pages of a visit agree, with or without
 * scripts, and nothing is stored. A share begins where it began, whatever it grows to, so that who is in stays in.
 * @returns undefined if there are no experiments
 */
export function assignWith(experiments: Experiments): Assign | undefined {
  const { salt } = experiments;
  const list = inForce(experiments);
  if (list.length === 0) return undefined;
  const ranges = rangesOf(list);
  const known = list.map((experiment) => {
    // One for which others leave no room, after a restart with another file, has nobody in it.
    const from = ranges.get(experiment.id) ?? 1;
    const version = versionOf(experiment, from, salt);
    const arms = experiment.arms.map((arm) => ({ arm, assigned: assigned(experiment, arm, version) }));
    const totalWeight = arms.reduce((sum, { arm }) => sum + arm.weight, 0);
    return { experiment, from, arms, totalWeight };
  });
  /** A number from 0 up to 1. */
  const drawn = (what: string, sessionId: string) =>
    createHmac("sha256", salt).update(`${what}\n${sessionId}`).digest().readUIntBE(0, 6) / 2 ** 48;

  return (path, sessionId, at) => {
    let won: { assigned: AssignedArm; since: number } | undefined;
    for (const each of known) {
      const { id, paths, group } = each.experiment;
      if (!paths.includes(path)) continue;
      const { state, share, since, winner } = phaseAt(each.experiment, at);
      if (state === "waiting") continue;
      if (state === "ended") {
        const shown = each.arms.find(({ arm }) => arm.name === winner);
        if (shown && (!won || won.since <= since)) won = { assigned: shown.assigned, since };
        continue;
      }
      const place = drawn(group === undefined ? `experiment ${id}` : `group ${group}`, sessionId);
      if (place < each.from || place >= each.from + share) continue;
      let remaining = drawn(`arm of ${id}`, sessionId) * each.totalWeight;
      for (const { arm, assigned } of each.arms) {
        remaining -= arm.weight;
        if (remaining < 0) return assigned;
      }
    }
    return won && { ...won.assigned, won: true };
  };
}

function assigned(
  { id }: Experiment,
  { name, flags = {}, survey, words }: Arm,
  version: string,
): AssignedArm {
  const text = Object.entries(flags).map(([flag, value]) => `${flag}:${flagValue(value)}`);
  const shown = { ...(survey && { survey }), ...(words && { words }) };
  return { experiment: id, name, version, flags: text.join(), ...shown };
}

/** An experiment's arms as the core knows them. */
export const namesOf = ({ id, arms, paths }: Pick<Experiment, "id" | "arms" | "paths">): Arms["names"] =>
  arms.map(({ name, words, survey }) => ({
    experiment: id,
    name,
    words,
    shows: survey === undefined ? paths : [survey],
  }));

/** Changes with everything that decides who is shown what, because results of two versions cannot be added up. */
export function versionOf({ paths, arms, group, share }: Experiment, from: number, salt: string): string {
  const drawn = JSON.stringify([[...paths].sort(), arms, group, share, from]);
  return createHmac("sha256", salt).update(drawn).digest("hex").slice(0, 8);
}
