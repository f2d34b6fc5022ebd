import { anywhere, start } from "../../graph/names.ts";
import { type Move, writeMove } from "../../model/moves.ts";
import { attempt, simulate } from "../../model/simulate.ts";
import type { AskedGuard } from "../../model/traced.ts";
import type { SurveyContext, SurveyInput } from "../../survey.ts";
import type { SurveyMachine } from "../../variant.ts";
import { type Explored, movesThrough, type Passage, type Pause, type Whereabouts } from "./explored.ts";

/** From every place the next step of the shortest way to an end; of equally short ones the everyday case. */
function waysOn({ passages }: Pick<Explored, "passages">): Map<Whereabouts, Passage> {
  const left = new Map<Whereabouts, number>();
  for (const { to, visit } of passages) if (visit.replay.snapshot.status === "done") left.set(to, 0);
  const backwards = new Map<Whereabouts, Passage[]>();
  for (const passage of passages) backwards.set(passage.to, [...(backwards.get(passage.to) ?? []), passage]);
  // Iterating over a Map includes entries added meanwhile.
  for (const [place, count] of left) {
    for (const { from } of backwards.get(place) ?? []) if (!left.has(from)) left.set(from, count + 1);
  }
  const on = new Map<Whereabouts, Passage>();
  for (const passage of passages) {
    const known = on.get(passage.from);
    const of = ({ to }: Passage) => left.get(to) ?? Number.POSITIVE_INFINITY;
    if (!known || of(passage) < of(known)) on.set(passage.from, passage);
  }
  return on;
}

/** A target: a place, a way between two (`source->target`), or a reason for disqualification. */
export type Goal = { kind: "place" | "way" | "reason"; id: string };

/** A way there, and the guards that decided it, each once. */
type WayThere = { moves: Move[]; asked: AskedGuard[] };

/** How many ways are walked to find out what decides them. */
const most = 40;
/** No way is followed for more moves than this. */
const longest = 100;

/** Why a lead would be disqualified as things are; '' where it would not. */
type ReasonOf = (context: SurveyContext) => string;

/**
 * The shortest way to a goal for each set of decisions that leads there, shortest first. Ways on which the same guards
 * had the same results are one way, whatever else was answered.
 */
export async function waysTo(
  goal: Goal,
  all: Explored,
  { machine, input, pause }: { machine: SurveyMachine; input: SurveyInput; pause: Pause },
  reasonOf: ReasonOf,
): Promise<WayThere[]> {
  const byDecisions = new Map<string, WayThere>();
  for (const moves of await candidates(goal, all, reasonOf, pause)) {
    const { moments } = simulate(machine, input, moves);
    await pause();
    // Routes are put together of pieces: of a reason, which guards do not read, not all lead there.
    if (goal.kind === "reason" && reasonOf(moments.at(-1)!.snapshot.context) !== goal.id) continue;
    const asked = moments.flatMap((moment) => moment.asked);
    const once = [...new Map(asked.map((guard) => [decisionOf(guard), guard])).values()];
    const key = once.map(decisionOf).sort().join();
    if (!byDecisions.has(key)) byDecisions.set(key, { moves, asked: once });
  }
  return [...byDecisions.values()];
}

/** Ways that may lead there, shortest first, each through other places. */
async function candidates(goal: Goal, all: Explored, reasonOf: ReasonOf, pause: Pause): Promise<Move[][]> {
  const hits = all.passages.filter(reachedBy(goal, reasonOf));
  if (goal.kind === "reason" && hits.length === 0) {
    const later = await laterReasons(goal.id, all, reasonOf, pause);
    return later.sort(byLength).slice(0, most);
  }
  const routes = routesIn(all);
  const byPlaces = new Map<string, Move[]>();
  for (const { from, leaf, move } of hits) {
    for (const route of routes.get(from) ?? []) {
      const places = `${route.places} ${leaf}`;
      if (!byPlaces.has(places)) byPlaces.set(places, [...movesOn(route), move]);
    }
  }
  const here: Move[][] = isBeginning(goal, all.begun.leaf) ? [[]] : [];
  return [...here, ...[...byPlaces.values()].sort(byLength).slice(0, most)];
}

function byLength(one: readonly Move[], other: readonly Move[]): number {
  return one.length - other.length;
}

function movesOn({ by }: Route): Move[] {
  return by ? [...movesOn(by.route), by.passage.move] : [];
}

/**
 * Some reasons require two answers, the first of which the chart forgets. So every answer is also followed on the
 * shortest way to the end, and the lead is judged after each move.
 */
async function laterReasons(
  reason: string,
  all: Explored,
  reasonOf: ReasonOf,
  pause: Pause,
): Promise<Move[][]> {
  const on = waysOn(all);
  const tried = new Set<string>();
  const found: Move[][] = [];
  for (const first of all.passages) {
    const name = `${first.from.leaf} ${writeMove(first.move)}`;
    if (first.move.kind !== "answer" || tried.has(name)) continue;
    tried.add(name);
    const moves = movesThrough(first);
    let { visit, to } = first;
    for (let next = on.get(to); next && moves.length < longest; next = on.get(to)) {
      const after = attempt(visit, next.move);
      if (!after) break;
      moves.push(next.move);
      if (reasonOf(after.replay.snapshot.context) === reason) {
        found.push(moves);
        break;
      }
      ({ to } = next);
      visit = after;
    }
    await pause();
  }
  return found;
}

function reachedBy({ kind, id }: Goal, reasonOf: ReasonOf) {
  if (kind === "place") return ({ leaf }: Passage) => leaf === id;
  if (kind === "way") {
    const [source, target] = id.split("->");
    return ({ from, leaf }: Passage) => leaf === target && (source === anywhere || from.leaf === source);
  }
  const reasonAt = ({ visit }: Pick<Passage, "visit">) => reasonOf(visit.replay.snapshot.context);
  return (passage: Passage) => reasonAt(passage) === id && reasonAt(passage.from) !== id;
}

function isBeginning({ kind, id }: Goal, leaf: string): boolean {
  return (kind === "place" && id === leaf) || (kind === "way" && id === `${start}->${leaf}`);
}

function decisionOf({ name, holds }: AskedGuard): string {
  return `${name}: ${holds}`;
}

/** A way from the beginning, distinguished from others by the places on it. */
type Route = { to: Whereabouts; places: string; by?: { route: Route; passage: Passage } };

/** How many ways to each place are kept, the shortest. */
const mostRoutes = 6;

/** The shortest ways to everywhere, each through other places and nowhere twice; by what they lead to. */
function routesIn({ begun, passages }: Explored): Map<Whereabouts, Route[]> {
  const on = new Map<Whereabouts, Map<Whereabouts, Passage>>();
  for (const passage of passages) {
    const known = on.get(passage.from) ?? new Map<Whereabouts, Passage>();
    on.set(passage.from, known);
    // Everyday cases are tried first.
    if (!known.has(passage.to)) known.set(passage.to, passage);
  }
  const found = new Map<Whereabouts, Route[]>();
  const routes: Route[] = [{ to: begun, places: begun.leaf }];
  // Iterating over an array includes entries added meanwhile: the shorter ones first.
  for (const route of routes) {
    const known = found.get(route.to) ?? [];
    if (known.length === mostRoutes || known.some(({ places }) => places === route.places)) continue;
    found.set(route.to, [...known, route]);
    for (const passage of on.get(route.to)?.values() ?? []) {
      if (comesThrough(route, passage.to)) continue;
      routes.push({
        to: passage.to,
        places: `${route.places} ${passage.leaf}`,
        by: { route, passage },
      });
    }
  }
  return found;
}

function comesThrough(route: Route | undefined, place: Whereabouts): boolean {
  for (let at = route; at; at = at.by?.route) if (at.to === place) return true;
  return false;
}
