import type { CallId } from "../../context/calls.ts";
import { leafOf } from "../../graph/leaves.ts";
import type { SurveyContext, SurveyEvent, SurveyInput } from "../../survey.ts";
import type { SurveyMachine } from "../../variant.ts";
import { type Run, type SurveySnapshot, stepsOf, topState } from "../../visit/replay.ts";
import { type Args, areNamed, type Call, recordedChart } from "./recorded-chart.ts";

/** Where a chart waits; all visits that wait there share one object. `invoke` is the chart's own name of its call. */
export type Place = { leaf: string; step: string; call: CallId | null; invoke?: string; isDone: boolean };
/** A visit's waiting place, with its own context. */
export type Position = { place: Place; context: SurveyContext };

/** Steps visits through a chart, up to where it waits next. */
export type ChartSteps = {
  begin(input: SurveyInput): Position;
  send(position: Position, event: SurveyEvent): Position;
};

type LearnedPlace = Place & { snapshot: SurveySnapshot; next: Next };
/** A learned call. `event` is one that the chart raised itself; undefined for the visit's own event. */
type LearnedCall = Pick<Call, "run" | "sets"> & { event: SurveyEvent | undefined; next: Next };
/** What follows, by the type of an event or by the result of the call before. */
type Next = Map<unknown, LearnedCall | LearnedPlace>;

/**
 * Steps very many visits through a chart, faster than XState does. XState takes each kind of step once, and the guards and
 * actions that it calls are recorded in order. From then on only these are called for each visit, and their results lead
 * to the same place. Memory is bounded by the chart: its places and the ways between them. A chart with unnamed guards or
 * actions is stepped by XState alone.
 */
export function learnedSteps(machine: SurveyMachine): ChartSteps {
  const { machine: recorded, takeCalls, unrecorded } = recordedChart(machine);
  const isLearnable = areNamed(machine);
  const steps = stepsOf(isLearnable ? recorded : machine);
  const places = new Places();
  const beginnings: Next = new Map();
  const step = (from: Next, { context, event }: Args, run: () => Run): Position => {
    const known = followed(from, { context, event });
    if (known) return known;
    takeCalls();
    let result = run();
    const calls = isLearnable && learnedCalls(takeCalls(), event);
    if (calls) learn(from, event.type, calls, places.of(result));
    else if (isLearnable) result = unrecorded(run);
    return { place: places.of(result), context: result.snapshot.context };
  };
  const { context: first } = machine.config as { context: (args: { input: SurveyInput }) => SurveyContext };
  return {
    begin(input) {
      const event = { type: init, input } as unknown as SurveyEvent;
      return step(beginnings, { context: first({ input }), event }, () => steps.begin(input));
    },
    send({ place, context }, event) {
      const { snapshot, next } = place as LearnedPlace;
      return step(next, { context, event }, () => steps.send({ ...snapshot, context }, event));
    },
  };
}

/** The type of XState's initial event. */
const init = "xstate.init";

/** The next position by learned calls; undefined if this sequence of results was not learned yet. */
function followed(from: Next, { context, event }: Args): Position | undefined {
  let current = context;
  let at = from.get(event.type);
  while (at && "run" in at) {
    const result = at.run({ context: current, event: at.event ?? event });
    if (at.sets) current = result as SurveyContext;
    at = at.next.get(at.sets ? undefined : result);
  }
  return at && { place: at, context: current };
}

/**
 * The calls of a step in a form that can be repeated for other visits. Undefined where XState evaluated one itself, or the
 * chart raised an event with data of this visit.
 */
function learnedCalls(
  calls: readonly Call[],
  sent: SurveyEvent,
): (LearnedCall & Pick<Call, "result">)[] | undefined {
  const isOwn = ({ event }: Call) => event === sent || (event.type as string) === init;
  const isRepeatable = (each: Call) =>
    each.result !== null &&
    (isOwn(each) ||
      Object.entries(each.event).every(([name, value]) => name === "type" || value === undefined));
  if (!calls.every(isRepeatable)) return undefined;
  return calls.map((each) => ({ ...each, event: isOwn(each) ? undefined : each.event, next: new Map() }));
}

function learn(
  from: Next,
  type: string,
  calls: readonly (LearnedCall & Pick<Call, "result">)[],
  place: LearnedPlace,
): void {
  let [next, key]: [Next, unknown] = [from, type];
  for (const { result, ...call } of calls) {
    const known = next.get(key);
    const at = known && "run" in known ? known : call;
    next.set(key, at);
    [next, key] = [at.next, result];
  }
  next.set(key, place);
}

/** The places of a chart that were reached so far, each as one shared object. */
class Places {
  #known = new Map<string, LearnedPlace>();

  of({ snapshot, call }: Run): LearnedPlace {
    const { value, status, historyValue } = snapshot;
    const history = Object.entries(historyValue).map(([name, nodes]) => [name, nodes.map(({ id }) => id)]);
    const name = JSON.stringify([value, status, call?.invoke, history]);
    const known = this.#known.get(name);
    if (known) return known;
    const place = {
      leaf: leafOf(snapshot),
      step: topState(snapshot),
      call: call?.id ?? null,
      ...(call && { invoke: call.invoke }),
    };
    const added = { ...place, isDone: status === "done", snapshot, next: new Map() };
    this.#known.set(name, added);
    return added;
  }
}
