import type { CallId } from "../calls.ts";
import { leafOf } from "../graph/leaves.ts";
import type { SurveyContext, SurveyEvent, SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { type Run, type SurveySnapshot, stepsOf, topState } from "../visit/replay.ts";
import { type Args, areNamed, type Called, withParts } from "./chart-parts.ts";

/** Where a chart waits: the same object for all who wait there. */
export type Place = { leaf: string; step: string; call: CallId | null; isDone: boolean };
/** A visit where it waits, with all that is its own. */
export type Position = { place: Place; context: SurveyContext };

export type ChartSteps = {
  begin(input: SurveyInput): Position;
  send(position: Position, event: SurveyEvent): Position;
};

type Learned = Place & { snapshot: SurveySnapshot; next: Next };
/** `event`: one that the chart raised itself; else it is the visit's own. */
type Part = Pick<Called, "does" | "sets"> & { event: SurveyEvent | undefined; next: Next };
/** By the type of an event, or by what the part before it said. */
type Next = Map<unknown, Part | Learned>;

/**
 * A chart's steps for very many visits. XState takes each step the first time, and it is learned which guards and actions
 * it calls one after the other; from then on these are called for each visit, and what they say leads to the same place.
 * What is learned is limited by the chart: its places, and the ways between two of them. A chart with parts that have no
 * name is stepped by XState alone.
 */
export function learnedSteps(machine: SurveyMachine): ChartSteps {
  const { machine: watched, called, alone } = withParts(machine);
  const isLearned = areNamed(machine);
  const steps = stepsOf(isLearned ? watched : machine);
  const places = new Places();
  const beginnings: Next = new Map();
  const step = (from: Next, { context, event }: Args, run: () => Run): Position => {
    const known = followed(from, { context, event });
    if (known) return known;
    called();
    let ran = run();
    const parts = isLearned && partsOf(called(), event);
    if (parts) learn(from, event.type, parts, places.of(ran));
    else if (isLearned) ran = alone(run);
    return { place: places.of(ran), context: ran.snapshot.context };
  };
  const { context: first } = machine.config as { context: (args: { input: SurveyInput }) => SurveyContext };
  return {
    begin(input) {
      const event = { type: init, input } as unknown as SurveyEvent;
      return step(beginnings, { context: first({ input }), event }, () => steps.begin(input));
    },
    send({ place, context }, event) {
      const { snapshot, next } = place as Learned;
      return step(next, { context, event }, () => steps.send({ ...snapshot, context }, event));
    },
  };
}

/** XState's event of a beginning. */
const init = "xstate.init";

/** Where a visit comes to by what is learned; undefined where that does not say. */
function followed(from: Next, { context, event }: Args): Position | undefined {
  let now = context;
  let at = from.get(event.type);
  while (at && "does" in at) {
    const said = at.does({ context: now, event: at.event ?? event });
    if (at.sets) now = said as SurveyContext;
    at = at.next.get(at.sets ? undefined : said);
  }
  return at && { place: at, context: now };
}

/** The parts that a step called, each with what it said; undefined where more than the visit and they decided it. */
function partsOf(calls: readonly Called[], sent: SurveyEvent): (Part & Pick<Called, "said">)[] | undefined {
  const isOwn = ({ event }: Called) => event === sent || (event.type as string) === init;
  const isTold = (each: Called) =>
    each.said !== null &&
    (isOwn(each) ||
      Object.entries(each.event).every(([name, value]) => name === "type" || value === undefined));
  if (!calls.every(isTold)) return undefined;
  return calls.map((each) => ({ ...each, event: isOwn(each) ? undefined : each.event, next: new Map() }));
}

function learn(
  from: Next,
  type: string,
  parts: readonly (Part & Pick<Called, "said">)[],
  place: Learned,
): void {
  let [next, name]: [Next, unknown] = [from, type];
  for (const { said, ...part } of parts) {
    const known = next.get(name);
    const at = known && "does" in known ? known : part;
    next.set(name, at);
    [next, name] = [at.next, said];
  }
  next.set(name, place);
}

/** Each place of a chart once. */
class Places {
  #known = new Map<string, Learned>();

  of({ snapshot, call }: Run): Learned {
    const { value, status, historyValue } = snapshot;
    const been = Object.entries(historyValue).map(([name, nodes]) => [name, nodes.map(({ id }) => id)]);
    const name = JSON.stringify([value, status, call?.id, been]);
    const known = this.#known.get(name);
    if (known) return known;
    const place = { leaf: leafOf(snapshot), step: topState(snapshot), call: call?.id ?? null };
    const added = { ...place, isDone: status === "done", snapshot, next: new Map() };
    this.#known.set(name, added);
    return added;
  }
}
