import { createActor, fromPromise } from "xstate";
import type { Finding } from "../graph/allowed.ts";
import { stable } from "../graph/diff.ts";
import type { Charted } from "../graph/graph.ts";
import { lintOf } from "../graph/lint.ts";
import { anywhere, guardsOf } from "../graph/names.ts";
import { answerIs } from "../rules/answers.ts";
import { stepNamed, steps } from "../steps/index.ts";
import type { Step } from "../steps/step.ts";
import type { SurveyInput } from "../survey.ts";
import type { SurveyMachine, Variant } from "../variant.ts";
import type { decide } from "../visit/decide.ts";
import { inputFor } from "../visit/open-visit.ts";
import { type Replay, type SurveySnapshot, topState, waitingFor } from "../visit/replay.ts";
import { readVisit, type VisitState } from "../visit/visit-state.ts";
import { nodesOf, transitionsOf } from "../visit/walk.ts";
import { activeNodes } from "../visit/xstate-internals.ts";
import { recordedBy, textsIn } from "./asked-values.ts";
import { type Case, moveOf } from "./cases.ts";
import {
  edgeCover,
  eventOf,
  explore,
  modelOf,
  modelVisit,
  NotTaken,
  NoWayOut,
  type Path,
  type Tried,
  walkDay,
  walkNoon,
} from "./covering.ts";
import { observed } from "./observed.ts";

/** What is observable of a chart after an event, as data to compare. */
type Seen = {
  value: unknown;
  status: string;
  context: Record<string, unknown>;
  /** The services it waits for, by the chart's names for the calls. */
  waits: string[];
  /** The effects of the event. */
  effects: string[];
};

/** All faults of a chart: those in its source, or without any, those that a walk shows. */
export async function problemsIn(chart: Charted): Promise<Finding[]> {
  const found = lintOf(chart);
  if (found.length > 0 || !("entries" in chart)) return found;
  const variant = chart as Required<Variant>;
  const [[path, defaults] = ["", {}]] = Object.entries(variant.entries);
  const arrival = { path, query: {}, referer: "" };
  const input = inputFor({ path, variant, defaults }, { arrival, startedAt: walkNoon });
  return partingsOf(variant.machine, input);
}

/**
 * Differences between a chart here and in XState: it is stepped along walks that take every case in every state,
 * through XState's own actor with services that settle as the walk says, and through the rules of a visit, and its log
 * is read again. In memory, some milliseconds for each walk. Each difference is named with its place.
 * @param core the rules of a visit, by default ours
 */
export async function partingsOf(
  machine: SurveyMachine,
  input: SurveyInput,
  core?: typeof decide,
): Promise<Finding[]> {
  let walks: Path[];
  const model = modelOf(machine, input);
  try {
    walks = edgeCover(explore(model));
  } catch (error) {
    if (!(error instanceof NotTaken || error instanceof NoWayOut)) throw error;
    return [wayLost(error)];
  }
  const unasked = neverSo(machine);
  if (unasked.length > 0) return unasked;
  const { begun, attempt } = modelVisit(model, core);
  const found = new Map<string, Finding>();
  for (const walk of walks) {
    const parting = await along(
      walk.map(({ tried }) => tried),
      begun,
      attempt,
      machine,
      input,
    );
    if (parting && !found.has(parting.name)) found.set(parting.name, parting);
  }
  return [...found.values()];
}

/** What guards read about how a visitor came in, which is constant within a visit. */
const cameIn = /^(path|flags|region|settings|tracking)(\.|$)/;

/**
 * Guards that no case makes true, or none false: what they compare with is neither an answer to an earlier question nor
 * a service's result.
 */
function neverSo(machine: SurveyMachine): Finding[] {
  const { reads, guardOutcomes } = observed(machine);
  const used = nodesOf(machine).flatMap((node) =>
    transitionsOf(node).flatMap(({ guard }) => {
      const isAlone = typeof guard !== "function";
      return guardsOf(guard).map((name) => ({ name, node, isAlone }));
    }),
  );
  return [...new Map(used.map((each) => [each.name, each])).values()].flatMap(({ name, node, isAlone }) => {
    const read = [...(reads.get(name) ?? [])];
    if (read.some((path) => cameIn.test(path))) return [];
    // Within another guard one may be there for the reader.
    const [never] = (isAlone ? ["true", "false"] : ["true"]).filter(
      (said) => !guardOutcomes.has(`${name}: ${said}`),
    );
    if (never === undefined || guardOutcomes.size === 0) return [];
    const keys = [...node.path.flatMap((key) => ["states", key]), name];
    return [whyNever(machine, name, never === "true" ? "hold" : "fail", read, keys)];
  });
}

/** Why no case makes a guard come out so: by the text it compares with, the question that asks something else, or what it reads. */
function whyNever(
  machine: SurveyMachine,
  name: string,
  never: "hold" | "fail",
  read: readonly string[],
  at: string[],
): Finding {
  const tops = Object.keys(machine.root.states);
  const shown = new Map(tops.map((top) => [top, stepNamed(top, machine)]));
  const recorded = recordedBy([...shown.values()].flatMap((step) => step ?? []));
  const fields = read.flatMap((path) => /^answers\.(\w+)$/.exec(path)?.[1] ?? []);
  const values = fields.flatMap((field) => [...(recorded.get(field) ?? [])]);
  const code = String((machine.implementations.guards as Record<string, unknown>)[name]);
  const isSaid = (text: string) => values.some((value) => answerIs(value, text));
  const text = textsIn(code).find((each) => !isSaid(each));
  if (text !== undefined && values.length > 0 && fields.length === read.length)
    return {
      name,
      message: `No walk makes ${name} ${never}: it compares ${inList(fields)} with “${text}”, and the options record ${inList(values)}.`,
      remedy: "Compare with what an option records.",
      text,
      at,
    };
  const unasked = fields.find((field) => !recorded.has(field));
  const renamed =
    unasked &&
    tops.find((top) => {
      const usual = (steps as Record<string, Step>)[top];
      return usual && shown.get(top) !== usual && recordedBy([usual]).has(unasked);
    });
  if (renamed)
    return {
      name,
      message: `No walk makes ${name} ${never}: ${renamed} shows the question ${machine.root.states[renamed]!.meta!.question}, which does not ask for ${unasked}.`,
      remedy: "Name a question that asks for it, or leave the meta out.",
      at: ["states", renamed, "meta", "question"],
    };
  const what = read.length > 0 ? `it reads ${read.join(", ")}` : "it reads no answer";
  return {
    name,
    message: `No walk makes ${name} ${never}: ${what}.`,
    remedy: "Ask for that before, and compare with a value that an option records or a service says.",
    at,
  };
}

const inList = (words: readonly string[]) => [...new Set(words)].join(", ");

function wayLost(error: NotTaken | NoWayOut): Finding {
  const { state: name, message } = error;
  if (error instanceof NoWayOut)
    return { name, message, remedy: "Add a transition, or check the guards of those that it has." };
  const isRound = message.includes("Infinite loop");
  return {
    name,
    message: isRound
      ? `What follows ${name} goes round for ever without an event: no visitor gets an answer.`
      : message.replace(/\.?$/, "."),
    remedy: isRound
      ? "Let a transition wait for an event, or lead elsewhere."
      : "Mend what the message says.",
  };
}

/** Steps both along a walk, up to where they part. */
async function along(
  cases: readonly Case[],
  begun: Tried,
  attempt: (visit: VisitState, tried: Case) => Tried,
  machine: SurveyMachine,
  input: SurveyInput,
): Promise<Finding | undefined> {
  const actor = actorOf(machine, input);
  let visit = begun.state;
  let before = visit;
  let isRecorded = true;
  let isAgain = false;
  /** Fields of a refused answer that its replacement lacks: a visit forgets them. */
  const replaced = new Set<string>();
  try {
    await actor.settled();
    const atFirst = differenceOf(actor.seen(), seenIn(begun));
    if (atFirst) return findingOf(atFirst, begun.taken, topState(visit.replay.snapshot), "it begins");
    for (const tried of cases) {
      before = visit;
      const state = topState(before.replay.snapshot);
      const words = inWords(tried);
      let after: Tried;
      try {
        after = attempt(before, tried);
      } catch (error) {
        const said = (error as Error).message;
        return findingOf(`a visitor gets an error (${said}), XState goes on`, [], state, words);
      }
      visit = after.state;
      await actor.take(tried);
      const refused = before.replay.taken.find(({ step }) => step === before.step);
      if (tried.kind === "answer") {
        for (const field of Object.keys(refused?.answers ?? {})) replaced.add(field);
        for (const field of Object.keys(tried.answers)) replaced.delete(field);
      }
      isRecorded &&= tried.kind !== "again" && before.ending === null;
      // A check's result for an answer that it refused is not kept: until the question is left it is unknown again.
      isAgain = state === topState(visit.replay.snapshot) && (isAgain || tried.kind === "outcome");
      const difference =
        differenceOf(actor.seen(replaced), seenIn(after), isAgain) ??
        forgotten(before, visit, tried, after) ??
        movedUnseen(before, visit, tried);
      if (difference) return findingOf(difference, after.taken, state, words);
    }
    // A post that failed is not on record on purpose, nor are the press after it and that of a last screen.
    const lost = isRecorded ? notOnRecord(visit) : undefined;
    if (lost === undefined) return undefined;
    return findingOf(lost, [], topState(before.replay.snapshot), "the page is loaded again");
  } finally {
    actor.stop();
  }
}

function seenIn({ state: { replay }, effects }: Tried): Seen {
  const { snapshot } = replay;
  return {
    value: snapshot.value,
    status: snapshot.status,
    context: snapshot.context as never,
    waits: snapshot.status === "active" ? waitsOf(replay) : [],
    effects: [...effects],
  };
}

/** The next call, then those behind it; none where nobody is called. */
function waitsOf({ call, snapshot }: Replay): string[] {
  const others = waitingFor(snapshot).map(({ id }) => id);
  return call
    ? [`${call.invoke}${stable(call.input ?? null)}`, ...others.filter((id) => id !== call.invoke)]
    : [];
}

/** XState's own actor of a chart, whose services settle on request, and whose clock stands still. */
function actorOf(machine: SurveyMachine, input: SurveyInput) {
  const asked: { id: string; src: string; input: unknown; settle(outcome: object): void }[] = [];
  let effects: string[] = [];
  let timers = 0;
  let failure: Error | undefined;
  const { actors, actions } = machine.implementations as unknown as Record<"actors" | "actions", object>;
  const service = (src: string) =>
    fromPromise(
      ({ self, input }) =>
        new Promise((resolve, reject) => {
          asked.push({
            id: self.id,
            src,
            input,
            settle: (said) =>
              "error" in said ? reject(said.error) : resolve((said as { output: unknown }).output),
          });
        }),
    );
  const effectsOf = Object.entries(actions).filter(([, given]) => !("resolve" in given));
  const provided = machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((src) => [src, service(src)])) as never,
    actions: Object.fromEntries(effectsOf.map(([name]) => [name, () => effects.push(name)])) as never,
  });
  const clock = { setTimeout: () => ++timers, clearTimeout() {} };
  const actor = createActor(provided, { input, clock });
  actor.subscribe({ error: (error) => (failure = error as Error) });
  const running = () =>
    Object.entries(actor.getSnapshot().children as Record<string, { getSnapshot(): { status: string } }>)
      .filter(([, child]) => child?.getSnapshot().status === "active")
      .map(([id]) => id);
  /** In the chart's order, then those that no state has. */
  const inOrder = (ids: string[]) => {
    const known = activeNodes(actor.getSnapshot() as SurveySnapshot).flatMap(({ invoke }) =>
      invoke.map(({ id }) => id),
    );
    return [...known.filter((id) => ids.includes(id)), ...ids.filter((id) => !known.includes(id))];
  };
  // A settled promise is heard of some turns later.
  const settled = async () => {
    for (let turn = 0; turn < 6; turn++) await undefined;
  };
  actor.start();
  return {
    settled,
    async take(tried: Case) {
      effects = [];
      if (tried.kind === "outcome") {
        // Of two calls with this outcome the one that the chart lists first; of one call its newest.
        const runs = inOrder(running()).flatMap((id) => asked.findLast((each) => each.id === id) ?? []);
        runs.find(({ src }) => src === tried.outcome.call)?.settle(tried.outcome);
      } else {
        actor.send(eventOf(moveOf(tried), (tried.kind === "answer" && tried.today) || walkDay));
      }
      await settled();
    },
    /** @param without answers that no longer count */
    seen(without: ReadonlySet<string> = new Set()): Seen & { timers: number; failure?: Error } {
      const { value, status, context: whole } = actor.getSnapshot() as SurveySnapshot;
      const answers = Object.entries(whole.answers).filter(([field]) => !without.has(field));
      const context = { ...whole, answers: Object.fromEntries(answers) };
      const [next, ...others] = status === "active" ? inOrder(running()) : [];
      const given = asked.findLast(({ id }) => id === next)?.input ?? null;
      const waits = next === undefined ? [] : [`${next}${stable(given)}`, ...others];
      return { value, status, context: context as never, waits, effects, timers, failure };
    },
    stop: () => actor.stop(),
  };
}

/** The first thing in which they differ, in words. */
function differenceOf(
  xstate: ReturnType<ReturnType<typeof actorOf>["seen"]>,
  visit: Seen,
  isAgain = false,
): string | undefined {
  const text = (value: unknown) => (value === undefined ? "nothing" : stable(value));
  if (xstate.failure) return `XState stops with “${xstate.failure.message}”, a visit is at ${placeIn(visit)}`;
  if (xstate.timers > 0) return "XState moves on after a time, a visitor waits for ever";
  if (text(xstate.value) !== text(visit.value) || xstate.status !== visit.status)
    return `XState is at ${placeIn(xstate)}, a visit at ${placeIn(visit)}`;
  const asks = ({ waits }: Seen) => [...waits].sort().join(" and ") || "nobody";
  if (asks(xstate) !== asks(visit)) return `XState asks ${asks(xstate)}, a visit asks ${asks(visit)}`;
  if (text(xstate.effects) !== text(visit.effects))
    return `XState does ${xstate.effects.join(", ") || "nothing"}, a visitor’s page ${visit.effects.join(", ") || "nothing"}`;
  const names = new Set([...Object.keys(xstate.context), ...Object.keys(visit.context)]);
  if (isAgain) names.delete("checks");
  for (const name of names) {
    if (xstate.context[name] === visit.context[name]) continue;
    const [one, other] = [xstate.context[name], visit.context[name]].map(text);
    if (one !== other) return `XState has ${name} ${one}, a visit ${other}`;
  }
  return undefined;
}

function placeIn({ value, status }: Pick<Seen, "value" | "status">): string {
  const path = (given: unknown): string =>
    typeof given === "object" && given !== null
      ? Object.entries(given)
          .map(([name, inner]) => `${name}.${path(inner)}`)
          .join(", ")
      : String(given);
  return status === "done" ? `its end ${path(value)}` : path(value);
}

/** An answer that is not remembered, or that leads nowhere and is not refused, whatever XState does with it. */
function forgotten(before: VisitState, after: VisitState, tried: Case, { taken }: Tried): string | undefined {
  if (tried.kind !== "answer") return undefined;
  const { context, value } = after.replay.snapshot;
  const lost = Object.entries(tried.answers).find(
    ([field, said]) => (context.answers as Record<string, string>)[field] !== said,
  );
  if (lost) return `its ${lost[0]} is not remembered`;
  const stays = JSON.stringify(before.replay.snapshot.value) === JSON.stringify(value);
  const isTaken = taken.some((edge) => !edge.startsWith(`${anywhere}#`));
  return stays && !isTaken ? "no transition holds: a visitor presses for ever" : undefined;
}

/** Something on the page has led on without a log entry. */
function movedUnseen(before: VisitState, after: VisitState, tried: Case): string | undefined {
  const [from, to] = [before, after].map(({ replay }) => placeIn(replay.snapshot));
  if (tried.kind !== "page" || from === to) return undefined;
  return `a visit is at ${to}, and at ${from} again once the page is loaded: no log has what happened on it`;
}

/** What is missing from a log: its visit is elsewhere once it is read again. */
function notOnRecord(visit: VisitState): string | undefined {
  if (visit.log.length === 0) return undefined;
  const again = readVisit(visit.survey, visit.log);
  const seen = ({ replay: { snapshot } }: VisitState) => {
    const { answers, checks } = snapshot.context;
    return stable([snapshot.value, answers, checks]);
  };
  if (seen(again) === seen(visit)) return undefined;
  const place = ({ replay: { snapshot } }: VisitState) => placeIn(snapshot);
  return `the visit that was at ${place(visit)} is at ${place(again)}: no log has what happened on the page`;
}

function inWords(tried: Case): string {
  if (tried.kind === "answer") return `“${tried.label}” is answered`;
  if (tried.kind === "outcome") return `${tried.factor} says “${tried.label}”`;
  return tried.kind === "page" ? `${tried.label} happens on the page` : "the button is pressed again";
}

function findingOf(difference: string, taken: readonly string[], state: string, words: string): Finding {
  const edge = taken.find((id) => !id.startsWith(`${anywhere}#`));
  const [source = state, event = ""] = edge?.split("#") ?? [];
  const keys = source.split(".").flatMap((name) => ["states", name]);
  const [call, how] = event.split(/\.(?=done$|error$)/);
  const written = how
    ? ["invoke", how === "done" ? "onDone" : "onError"]
    : event === "done"
      ? ["onDone"]
      : [call!];
  return {
    name: source.split(".").at(-1)!,
    message: `At ${state}, once ${words}, ${difference}.`,
    remedy: "Write it with transitions on NEXT, onDone and onError, and named actions of machines/survey.ts.",
    at: [...keys, ...(event ? written : [])],
  };
}
