import { start } from "../../graph/names.ts";
import type { Move } from "../../model/moves.ts";
import { type ChartSettings, inputFor } from "../../visit/open-visit.ts";
import { isSame } from "../../visit/replay.ts";
import {
  type Judge,
  type LeadDifferences,
  leadDifferences,
  type WayDifferences,
  wayDifferences,
} from "./differences.ts";
import { type Ending, endingsOf } from "./endings.ts";
import type { Position } from "./learned-steps.ts";
import { type Own, type Recording, type Walker, Walks } from "./walks.ts";
import { verdictOf, type World, type Worlds } from "./world.ts";

/** The ways that a visit takes through both charts. Visits that gave the same answers to a walk's questions share them. */
export type Ways = {
  before: Ending;
  after: Ending[];
  /** False where there are more ways through the edited chart than were tried. */
  isWhole: boolean;
  /** The edited chart's only way, where there is one. */
  only: Ending | undefined;
  differences: WayDifferences;
  /** The drawing's edges that are taken: before the edit, and after it as far as that is certain. */
  flow: [before: string[], after: string[]];
};

/** A visit compared in both charts, with its verdict before and, where only one way is possible, after. */
export type Compared = {
  ways: Ways;
  leads: LeadDifferences;
  judged: { before: Judge; only: Judge | undefined };
  /** Its moves up to where its ways through the two charts part. */
  moves(): Move[];
};

/** Questions of walks that are kept in memory, a third of a kilobyte each. */
const maxQuestions = 500_000;

export type Comparison = { worlds: Worlds; settings: ChartSettings; of(recording: Recording): Compared };

/** Compares visits one by one. What visits have in common is worked out only once. */
export function comparisonOf(worlds: Worlds, settings: ChartSettings): Comparison {
  const inputTo =
    (world: World): Own<ReturnType<typeof inputFor>> =>
    (recording) =>
      inputFor(world.entryAt(recording.arrival), recording, settings);
  const inputs = [inputTo(worlds.before), inputTo(worlds.after)] as const;
  const walks = new Walks((walker) => waysOf(worlds, walker, inputs), maxQuestions);
  return {
    worlds,
    settings,
    of(recording) {
      const { found: ways, positions } = walks.of(recording);
      const { before, after, only, differences, isWhole } = ways;
      const was = judgeOf(worlds.before, before, recording, positions);
      const is = after.map((ending) =>
        isJudgedAlike(worlds, before, ending, positions)
          ? was
          : judgeOf(worlds.after, ending, recording, positions),
      );
      return {
        ways,
        leads: leadDifferences(was, is, { isWhole }),
        judged: { before: was, only: only && is[0] },
        moves: () => before.moves.slice(0, differences.fork).map((move) => move(recording, positions)),
      };
    },
  };
}

function waysOf(
  worlds: Worlds,
  walker: Walker,
  [inputBefore, inputAfter]: readonly [Own<ReturnType<typeof inputFor>>, Own<ReturnType<typeof inputFor>>],
): Ways {
  const before = endingsOf(worlds.before, walker, inputBefore).endings[0]!;
  const leftAt = before.isPosted ? null : before.way.at(-1)!;
  const found = endingsOf(worlds.after, walker, inputAfter, leftAt);
  const { endings: after, isWhole } = found;
  const only = after.length === 1 ? after[0] : undefined;
  const differences = wayDifferences(before, found);
  const certain = only ? only.way : before.way.slice(0, differences.fork + 1);
  return { before, after, isWhole, only, differences, flow: [edgesOf(before.way), edgesOf(certain)] };
}

function edgesOf(way: readonly string[]): string[] {
  return [...new Set(way.map((place, index) => `${way[index - 1] ?? start}->${place}`))];
}

const none: Judge = () => null;

function judgeOf(
  world: World,
  { isPosted, position }: Ending,
  recording: Recording,
  positions: readonly Position[],
): Judge {
  if (!isPosted) return none;
  let verdict: ReturnType<Judge> = null;
  return () => {
    verdict ??= verdictOf(world, world.entryAt(recording.arrival), positions[position]!.context);
    return verdict;
  };
}

/** True where both worlds must judge a lead the same: the rules are the same, and so is the visit at its end. */
function isJudgedAlike(
  { before, after }: Worlds,
  was: Ending,
  is: Ending,
  positions: readonly Position[],
): boolean {
  if (!was.isPosted || !is.isPosted || is.unanswered.length > 0 || before.rules !== after.rules) return false;
  return isSame(positions[was.position]!.context, positions[is.position]!.context);
}
