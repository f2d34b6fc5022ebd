import { start } from "../graph/names.ts";
import { track } from "../lead/tracking.ts";
import { today as dayAt } from "../rules/dates.ts";
import { writeScenario } from "../simulator/setup.ts";
import type { ChartSettings } from "../visit/input.ts";
import type { LogEntry } from "../visit/log.ts";
import { type Differing, differing, type Kind, kinds } from "./differences.ts";
import { type Ending, endingsOf } from "./endings.ts";
import { type Given, givenIn } from "./given.ts";
import { masked } from "./masked.ts";
import type { World } from "./world.ts";

/** A visit that differs, by its id, and the simulator's address at the point where it parts. */
export type Sample = { visit: string; simulate: string };

/** What an edit does to visits; plain data that a later run goes on with. */
export type Tally = {
  visits: number;
  /** Visits that no chart of these could be walked with. */
  failed: number;
  /** In how many visits something differs: at least and at most. */
  kinds: Record<Kind, { atLeast: number; atMost: number; samples: Sample[] }>;
  /** How verdicts turn, `y to n (dq)`: certain ones. */
  turns: Record<string, number>;
  skipped: Record<string, number>;
  met: Record<string, number>;
  fields: Record<string, number>;
  /** Visits along each way of the drawn chart: before, and after as far as that is certain. */
  flow: Record<string, [before: number, after: number]>;
};

export function emptyTally(): Tally {
  const none = () => ({ atLeast: 0, atMost: 0, samples: [] });
  return {
    visits: 0,
    failed: 0,
    kinds: Object.fromEntries(kinds.map((kind) => [kind, none()])) as unknown as Tally["kinds"],
    turns: {},
    skipped: {},
    met: {},
    fields: {},
    flow: {},
  };
}

/** So many visits are listed of each kind. */
const listed = 20;

export type Compared = { before: Ending; after: Ending[]; differing: Differing };

/** One visit through the chart as it was and through the edited one. */
export function compareVisit(before: World, after: World, given: Given, settings: ChartSettings): Compared {
  const [was] = endingsOf(before, given, settings).endings;
  const found = endingsOf(after, given, settings, was!.isPosted ? null : was!.way.at(-1)!);
  return { before: was!, after: found.endings, differing: differing(was!, found) };
}

/** Counts one more visit. @throws what a chart throws at what it cannot read */
export function addVisit(
  tally: Tally,
  worlds: { before: World; after: World },
  visit: { id: string; log: readonly LogEntry[] },
  settings: ChartSettings,
): void {
  const given = givenIn(visit.log);
  const { before, after, differing: how } = compareVisit(worlds.before, worlds.after, given, settings);
  tally.visits += 1;
  const address = () => addressOf(worlds.before, given, before, how.fork, settings);
  for (const kind of kinds) {
    const { certain, possible } = how[kind];
    const counted = tally.kinds[kind];
    if (certain) counted.atLeast += 1;
    if (possible) counted.atMost += 1;
    if (possible && counted.samples.length < listed) {
      counted.samples.push({ visit: visit.id, simulate: address() });
    }
  }
  const only = after.length === 1 ? after[0] : undefined;
  if (how.verdict.certain || (only && how.dq_reason.certain)) {
    count(tally.turns, `${inWords(before)} to ${only ? inWords(only) : "something else"}`);
  }
  for (const step of how.skipped) count(tally.skipped, step);
  for (const step of how.met) count(tally.met, step);
  for (const field of how.fields) count(tally.fields, field);
  addFlow(tally, before.way, 0);
  addFlow(tally, only ? only.way : before.way.slice(0, how.fork + 1), 1);
}

function inWords({ verdict }: Ending): string {
  if (!verdict) return "no lead";
  return verdict.q === "y" ? "qualified" : `not qualified${verdict.dqReason && ` (${verdict.dqReason})`}`;
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function addFlow({ flow }: Tally, way: readonly string[], side: 0 | 1): void {
  const edges = way.map((place, index) => `${index === 0 ? start : way[index - 1]}->${place}`);
  for (const edge of new Set(edges)) {
    flow[edge] ??= [0, 0];
    flow[edge][side] += 1;
  }
}

/** The simulator at the point where a visit parts, with nothing in it that says who it was. */
function addressOf(
  world: World,
  { arrival, startedAt, answers }: Given,
  { moves, asked }: Ending,
  fork: number,
  { dateOfBirthStates = [], noDefaultBuyersStates = [] }: ChartSettings,
): string {
  const today = [...answers.values()].findLast((each) => each.today)?.today ?? dayAt(startedAt, "UTC", "UTC");
  const entry = world.entryAt(arrival.path);
  const { affid, oid } = track(arrival, entry.defaults);
  const query = new URLSearchParams({ affid, oid, flags: arrival.query.flags ?? "" }).toString();
  const setup = { path: entry.path, query, region: arrival.region ?? "", today };
  const scenario = {
    setup: { ...setup, dateOfBirthStates, noDefaultBuyersStates },
    moves: masked(moves.slice(0, fork), asked, world.question, today),
    at: fork,
  };
  return writeScenario(scenario).toString();
}
