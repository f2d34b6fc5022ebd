import type { ExperimentChange } from "../../store/feature-rows.ts";
import type { Experiment } from "./experiment.ts";

/** What holds of an experiment from a moment on, in epoch milliseconds. `winner`: the arm that everybody is shown. */
export type Phase = {
  since: number;
  state: "waiting" | "running" | "ended";
  /** Of the visitors to its paths, 0 to 1. */
  share: number;
  winner?: string;
};

/**
 * An experiment as it is run: as the file plans it, with what people have changed. `start` and `stop` are those of its
 * phases; `share` is still the file's, and `widest` the largest that it has ever had. `isPressed`: a person has begun it.
 */
export type InForce = Experiment & { phases: readonly Phase[]; widest: number; isPressed: boolean };

/** A site's experiments: what the file says, and what the console has changed. `salt`: the secret of the random draws. */
export type Experiments = {
  salt: string;
  list: readonly Experiment[];
  changes?: readonly ExperimentChange[];
};

export function inForce({ list, changes = [] }: Experiments): InForce[] {
  return list.map((experiment) => {
    const own = changes.filter(({ experiment: id }) => id === experiment.id);
    const phases = phasesOf(experiment, own);
    const last = phases.at(-1)!;
    const { start: _, stop: __, winner: ___, ...same } = experiment;
    const start = phases.find(({ state }) => state === "running")?.since;
    return {
      ...same,
      ...(start !== undefined && { start }),
      ...(last.state === "ended" && { stop: last.since, ...(last.winner && { winner: last.winner }) }),
      phases,
      isPressed: start !== experiment.start,
      widest: Math.max(...phases.map(({ share }) => share)),
    };
  });
}

/** What holds of one at a moment. Every process that knows its changes gives the same answer, now and later. */
export function phaseAt({ phases }: Pick<InForce, "phases">, at: number): Phase {
  return phases.findLast(({ since }) => since <= at) ?? phases[0]!;
}

/** @param changes its own, in order */
function phasesOf(experiment: Experiment, changes: readonly ExperimentChange[]): Phase[] {
  const { start = Number.POSITIVE_INFINITY, stop = Number.POSITIVE_INFINITY, winner, share } = experiment;
  const planned = [start, stop].filter(Number.isFinite);
  const moments = [...new Set([0, ...planned, ...changes.map(({ since }) => since)])].sort((a, b) => a - b);
  const phases = moments.map((since): Phase => {
    const change = changes.findLast((each) => each.since <= since);
    const runs = change?.runs ?? "file";
    const own = { since, share: change?.share == null ? share : Number(change.share) };
    if (runs === "no") return { ...own, state: "ended", ...(change?.winner && { winner: change.winner }) };
    if (since >= stop) return { ...own, state: "ended", ...(winner && { winner }) };
    return { ...own, state: runs === "yes" || since >= start ? "running" : "waiting" };
  });
  return phases.filter((each, index) => index === 0 || !isSame(each, phases[index - 1]!));
}

const isSame = (one: Phase, other: Phase) =>
  one.state === other.state && one.share === other.share && one.winner === other.winner;
