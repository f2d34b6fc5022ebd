import type { PageFlags } from "../../../machines/rules/page-flags.ts";

/**
 * Where each experiment's share of visitors begins, 0 to 1. Experiments of a group that run at the same time get separate
 * ranges, in the order of the file, so that one added at the end moves no other. Whatever a person has begun has its place
 * behind all that had begun by then, and what still waits comes last. One that does not fit is left out.
 */
export function rangesOf(list: readonly Ranged[], now = Date.now()): Map<string, number> {
  const ranges = new Map<string, number>();
  const widthOf = ({ share, widest = share }: Ranged) => widest;
  const ordered = inOrder(list);
  for (const [index, experiment] of ordered.entries()) {
    const taken = ordered
      .slice(0, index)
      .filter((other) => experiment.group !== undefined && other.group === experiment.group)
      .filter((other) => ranges.has(other.id) && runTogether(other, experiment, now))
      .map((other) => [ranges.get(other.id)!, ranges.get(other.id)! + widthOf(other)] as const);
    const width = widthOf(experiment);
    const isFree = (from: number) =>
      // Sums of decimal fractions are a little off.
      from + width <= 1 + 1e-9 &&
      taken.every(([first, end]) => from >= end - 1e-9 || from + width <= first + 1e-9);
    const from = [0, ...taken.map(([, end]) => end)].sort((one, other) => one - other).find(isFree);
    if (from !== undefined) ranges.set(experiment.id, from);
  }
  return ranges;
}

/**
 * What decides where an experiment's share begins. `widest`: the largest share that it has ever had, where that is another.
 * `isPressed`: not the file but a person has begun it.
 */
type Ranged = Pick<Experiment, "id" | "group" | "share" | "start" | "stop"> & {
  widest?: number;
  isPressed?: boolean;
};

/** In the order in which they get their places. */
function inOrder(list: readonly Ranged[]): Ranged[] {
  const begun = list.filter(({ start }) => start !== undefined);
  const ordered = begun.filter(({ isPressed }) => !isPressed);
  for (const pressed of begun.filter(({ isPressed }) => isPressed).sort((a, b) => a.start! - b.start!)) {
    const behind = ordered.findIndex(({ start }) => start! > pressed.start!);
    ordered.splice(behind < 0 ? ordered.length : behind, 0, pressed);
  }
  return [...ordered, ...list.filter(({ start }) => start === undefined)];
}

/** True if both run at the same time, at least for a moment. One that waits for a press may begin at any time. */
export function runTogether(one: Ranged, other: Ranged, now: number): boolean {
  const begin = ({ start = now }: Ranged) => start;
  const end = ({ stop = Number.POSITIVE_INFINITY }: Ranged) => stop;
  return begin(one) < end(other) && begin(other) < end(one);
}

/** One of the versions of a page that an experiment compares. */
export type Arm = {
  name: string;
  /** Whole number; an arm's share is its weight divided by the sum of all weights. */
  weight: number;
  /** Page flags over those of the path. */
  flags?: Partial<PageFlags>;
  /** Path of the survey that is shown instead of the path's own. */
  survey?: string;
  /** Name of the set of the owner's words that is said over those of everybody else. */
  words?: string;
};

/** An experiment as the file defines it. */
export type Experiment = {
  id: string;
  /** What is tried and expected, for people. */
  about: string;
  /** Paths of the surveys that it runs on. */
  paths: string[];
  arms: Arm[];
  /** Name of the arm that the others are compared with. */
  control: string;
  /** Experiments of one group never share a visitor. */
  group?: string;
  /** Share of the visitors to its paths who take part, greater than 0 and at most 1. */
  share: number;
  /** Epoch milliseconds; without one, it begins when somebody presses for it. */
  start?: number;
  stop?: number;
  /** Name of the arm that everybody is shown after the stop. */
  winner?: string;
  metric: "qualified" | "leads" | "sold";
  /** Of the metric `sold`: how many whole days after the day of a visit the books are asked about its lead. */
  soldAfter?: number;
};
