import { start } from "../graph/names.ts";
import { type ChartSettings, inputFor } from "../visit/input.ts";
import { isSame } from "../visit/replay.ts";
import { contextFor, fromNowhere, passesOn } from "./alike.ts";
import type { Decision } from "./decisions.ts";
import {
  type Judge,
  type LeadDifferences,
  leadDifferences,
  type WayDifferences,
  wayDifferences,
} from "./differences.ts";
import { type Ending, endingsOf } from "./endings.ts";
import type { Given } from "./given.ts";
import { Groups } from "./groups.ts";
import { verdictOf, type World, type Worlds } from "./world.ts";

/** The ways of visits that are alike in all that decides them, through the chart as it was and the edited one. */
export type Walked = {
  before: Ending;
  /** The edited chart's only way, where there is one. */
  only: Ending | undefined;
  ways: WayDifferences;
  /** The edges of the drawing that it goes along: before, and after as far as that is certain. */
  flow: [before: string[], after: string[]];
};

/** A visit through both charts, with its verdicts in the chart as it was and at the end of the only way. */
export type Compared = {
  walked: Walked;
  leads: LeadDifferences;
  judged: { before: Judge; only: Judge | undefined };
};

type Group = Walked & {
  /** Each is `alike` where its lead is judged as the one before it, whatever was typed. */
  endings: { ending: Ending; alike: boolean }[];
  isWhole: boolean;
  /** False where answers cannot be told from what the chart made of them: only equal visits share such a group. */
  isShared: boolean;
  /** Where nothing that is a visit's own makes a difference. */
  leads: LeadDifferences | undefined;
};

/** So many endings and decisions are kept; one takes a kilobyte at most. */
const mostEndings = 200_000;

export type Comparison = { worlds: Worlds; settings: ChartSettings; of(given: Given): Compared };

/**
 * Compares visits. Those that are alike in all that guards have read are walked once, the newest are kept. Exact, as
 * charts are pure: what no guard read decides no way, and wherever a lead's own words, day or source can make a
 * difference it is judged by them.
 */
export function comparisonOf(worlds: Worlds, settings: ChartSettings): Comparison {
  const groups = new Groups<Group>(mostEndings);
  const areWatched = [worlds.before, worlds.after].every(({ isWatched }) => isWatched);
  const groupOf = (given: Given): Group => {
    const found = groups.find(given);
    if (found) return found;
    const shared = areWatched ? walk(worlds, given, settings, true) : undefined;
    if (!shared?.decisions) return walk(worlds, given, settings, false).group;
    groups.add(given, shared.decisions, shared.group, shared.group.endings.length + 1);
    return shared.group;
  };
  return {
    worlds,
    settings,
    of(given) {
      const group = groupOf(given);
      const { before, only, endings, isWhole, isShared } = group;
      const judge = (world: World, ending: Ending) => judgeOf(world, ending, given, isShared);
      const was = judge(worlds.before, before);
      const is = endings.map(({ ending, alike }) => (alike ? was : judge(worlds.after, ending)));
      const leads = group.leads ?? leadDifferences(was, is, { isWhole });
      return { walked: group, leads, judged: { before: was, only: only && is[0] } };
    },
  };
}

const none: Judge = () => null;

function judgeOf(world: World, ending: Ending, given: Given, isShared: boolean): Judge {
  if (!ending.isPosted) return none;
  let verdict: ReturnType<Judge> = null;
  return () => {
    if (verdict) return verdict;
    const entry = world.entryAt(given.arrival.path);
    verdict = verdictOf(world, entry, isShared ? contextFor(ending, given, entry) : ending.context);
    return verdict;
  };
}

/**
 * @param isShared charts are told where the visitor came from only if they ask, in which case nothing is shared;
 * `decisions` of what is returned are null then
 */
function walk(worlds: Worlds, given: Given, settings: ChartSettings, isShared: boolean) {
  const inputTo = (world: World) => {
    const input = inputFor(world.entryAt(given.arrival.path), given, settings);
    return isShared ? { ...input, tracking: fromNowhere } : input;
  };
  const { endings, decisions } = endingsOf(worlds.before, given, inputTo(worlds.before));
  const was = endings[0]!;
  const leftAt = was.isPosted ? null : was.way.at(-1)!;
  const found = endingsOf(worlds.after, given, inputTo(worlds.after), leftAt);
  const only = found.endings.length === 1 ? found.endings[0] : undefined;
  const ways = wayDifferences(was, found);
  const after = found.endings.map((ending) => ({ ending, alike: isJudgedAlike(worlds, was, ending) }));
  const all = [was, ...found.endings];
  const isSettled =
    !found.isWhole || after.every(({ alike }) => alike) || all.every(({ isPosted }) => !isPosted);
  const group: Group = {
    before: was,
    only,
    ways,
    flow: [edgesOf(was.way), edgesOf(only ? only.way : was.way.slice(0, ways.fork + 1))],
    endings: isSettled ? [] : after,
    isWhole: found.isWhole,
    isShared,
    leads: isSettled
      ? leadDifferences(
          none,
          after.map(() => none),
          found,
        )
      : undefined,
  };
  const areKnown = decisions && found.decisions && all.every((ending) => passesOn(ending, given));
  const named = (side: string, some: Decision[]) => some.map((each) => ({ ...each, name: side + each.name }));
  return {
    group,
    decisions: areKnown ? [...named("before ", decisions), ...named("after ", found.decisions!)] : null,
  };
}

function edgesOf(way: readonly string[]): string[] {
  return [...new Set(way.map((place, index) => `${way[index - 1] ?? start}->${place}`))];
}

/** True where a lead is judged the same in both worlds whatever was answered: by the same rules, from the same questions. */
function isJudgedAlike({ before, after }: Worlds, was: Ending, is: Ending): boolean {
  const isSameLead = was.isPosted && is.isPosted && isSame(was.asked, is.asked) && is.unanswered.length === 0;
  return isSameLead && before.rules === after.rules && isSame(was.context, is.context);
}
