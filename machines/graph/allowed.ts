import type { AnyStateMachine } from "xstate";
import { effectNames, pageEventNames } from "../survey.ts";
import { nearest } from "./nearest.ts";

/** A problem in a chart, and how to fix it. */
export type Finding = {
  /** The name of the state, or of the fault in it, to be found in the source. */
  name: string;
  message: string;
  remedy: string;
  /** The keys and names that lead there in the chart's source, the wrong word last. */
  at?: readonly string[];
  /** A text within the code that has that name, where this text is what is wrong. */
  text?: string;
};

type Config = Readonly<Record<string, unknown>>;
/** A place in a chart: its name in a sentence, and the keys that lead to it. */
type Place = { called: string; at: readonly string[] };

/** The keys that a survey may use. XState's other keys are refused, with their own sentence where they have one. */
const allowed = {
  chart: "id context initial states on always entry exit meta tags description output options types",
  state: "type id initial states on always entry exit invoke onDone meta tags description output",
  transition: "target guard actions reenter description meta",
  service: "id src input onDone onError",
  meta: "progress progressFalls overlay question",
};
type Part = keyof typeof allowed;

/** By key: its fault at a place, and what to write instead. */
const refused: Record<string, (place: string) => [message: string, remedy: string]> = {
  after: (place) => [
    `${place} is left after a time, but a survey has no clock: nobody moves it on.`,
    "Leave it by an event or by what a service says.",
  ],
  invoke: (place) => [
    `${place} asks a service itself, but nobody has answered anything when a visit begins.`,
    "Let the state after the question ask it.",
  ],
  onDone: (place) => [`${place} has an onDone, but its end is the end of the visit.`, "Remove it."],
  systemId: (place) => [
    `${place} has a systemId, which one visit of a process can have: the second visitor gets an error.`,
    "Leave it out; its id is enough.",
  ],
  onSnapshot: (place) => [
    `${place} has an onSnapshot, but a service is asked once and heard once.`,
    "Write what follows in its onDone.",
  ],
  cond: (place) => [`${place} has the key cond, which XState does not read any more.`, "Call it guard."],
  internal: (place) => [`${place} has the key internal, which XState does not read any more.`, "Remove it."],
};

/**
 * Parts of XState in a survey that a visit cannot have: keys, events, and code without a name. An allow list, so that a
 * later XState's additions are refused until somebody has checked them.
 */
export function notAllowed(machine: AnyStateMachine): Finding[] {
  const config = machine.config as unknown as Config;
  return [
    ...keysOf(config, "chart", { called: `The chart of ${machine.id}`, at: [] }),
    ...inState(config, { called: `The chart of ${machine.id}`, at: [] }, true),
    ...ownActions(machine),
  ];
}

function keysOf(config: Config, part: Part, { called, at }: Place): Finding[] {
  const known = allowed[part].split(" ");
  return Object.keys(config)
    .filter((key) => !known.includes(key) && config[key] !== undefined)
    .map((key) => {
      const near = nearest(key, known);
      const [message, remedy] = refused[key]?.(called) ?? [
        `${called} has the key ${key}, which no survey reads.`,
        near ? `Did you mean ${near}?` : "Remove it.",
      ];
      return { name: key, message, remedy, at: [...at, key] };
    });
}

function inState(config: Config, place: Place, isRoot = false): Finding[] {
  const { called, at } = place;
  const within = (...more: string[]): Place => ({ called, at: [...at, ...more] });
  const states = Object.entries((config.states ?? {}) as Record<string, Config>);
  return [
    ...(isRoot ? [] : [...keysOf(config, "state", place), ...typeOf(config, place)]),
    ...Object.entries((config.on ?? {}) as Config).flatMap(([event, given]) => [
      ...eventNamed(event, isRoot, within("on", event)),
      ...transitions(given, event, within("on", event)),
    ]),
    ...transitions(config.always, "always", within("always")),
    ...transitions(config.onDone, "onDone", within("onDone")),
    ...(isRoot || config.onDone === undefined || config.states ? [] : [partless(within("onDone"))]),
    ...["entry", "exit"].flatMap((key) => actions(config[key], within(key))),
    ...(isRoot ? [] : listed(config.invoke).flatMap((each) => service(each as Config, within("invoke")))),
    ...metaOf(config.meta, within("meta")),
    ...states.flatMap(([name, child]) => {
      const id = isRoot ? name : `${called}.${name}`;
      return inState(child, { called: id, at: [...at, "states", name] });
    }),
  ];
}

/** XState takes it once a part of the state has ended. Beside a service the service's own is meant. */
function partless({ called, at }: Place): Finding {
  const message = `${called} has an onDone, but no parts whose end that could be: it is never taken.`;
  return { name: "onDone", message, remedy: "Write it within the invoke.", at };
}

const types: Record<string, [message: string, remedy: string]> = {
  parallel: [
    "is parallel, but a visitor is at one question at a time.",
    "Ask its parts one after the other.",
  ],
  history: ["is a history state, which no survey keeps.", "Name the state that the visit goes back to."],
};

function typeOf({ type }: Config, { called, at }: Place): Finding[] {
  const said = types[String(type)];
  if (!said) return [];
  return [{ name: String(type), message: `${called} ${said[0]}`, remedy: said[1], at: [...at, "type"] }];
}

const ofTheChart = ["ANSWER", "NEXT", ...pageEventNames] as const;

function eventNamed(event: string, isRoot: boolean, { called, at }: Place): Finding[] {
  const finding = (message: string, remedy: string) => [{ name: event, message, remedy, at }];
  if (event.includes("*"))
    return finding(
      `${called} hears ${event}, every event there is: answers too, which nobody then remembers.`,
      "Name the events, or write onDone and onError where the service is asked.",
    );
  if (event === "")
    return finding(`${called} has an event without a name, as XState 4 had.`, "Call it always.");
  if (event.startsWith("xstate."))
    return finding(
      `${called} hears XState's own ${event}.`,
      "Write onDone or onError where the service is asked.",
    );
  if (event === "ANSWER" && !isRoot)
    return finding(
      `${called} hears ANSWER itself, so nobody remembers what was answered there.`,
      "Let it hear NEXT, which follows once the answer is remembered.",
    );
  if ((ofTheChart as readonly string[]).includes(event)) return [];
  const near = nearest(event, ofTheChart);
  return finding(
    `${called} hears ${event}, an event that nothing sends.`,
    near ? `Did you mean ${near}?` : "Use NEXT, or what a service says.",
  );
}

/** The possible forms of transitions: a target, one or several of them with guards. */
function transitions(given: unknown, event: string, { called, at }: Place): Finding[] {
  return listed(given).flatMap((each) => {
    if (typeof each === "string") return [];
    const config = each as Config;
    const place = { called: `${called}’s transition on ${event}`, at };
    return [
      ...keysOf(config, "transition", place),
      ...severalTargets(config, place),
      ...guard(config.guard, { called, at: [...at, "guard"] }),
      ...actions(config.actions, { called, at: [...at, "actions"] }),
    ];
  });
}

function severalTargets({ target }: Config, { called, at }: Place): Finding[] {
  if (!Array.isArray(target) || target.length < 2) return [];
  const message = `${called} has ${target.length} targets, but a visitor is at one question at a time.`;
  return [{ name: "target", message, remedy: "Name one.", at: [...at, "target"] }];
}

const inSurvey = "in machines/survey.ts";

function guard(given: unknown, { called, at }: Place): Finding[] {
  if (given === undefined || typeof given === "string") return [];
  const { guards, name = "" } = given as { guards?: readonly unknown[]; name?: string };
  if (guards) return guards.flatMap((each) => guard(each, { called, at }));
  if (typeof given !== "function") return [];
  const what = "check" in given ? name : "a function";
  const message = `${called} asks ${what}, which has no name for drawings, numbers and paths.`;
  return [{ name: "guard", message, remedy: "Write it as a guard in machines/guards.ts.", at }];
}

function actions(given: unknown, { called, at }: Place): Finding[] {
  return listed(given).flatMap((each) => {
    if (typeof each !== "function") return [];
    const { type = "" } = each as { type?: string };
    const what = type ? `XState’s ${type.replace("xstate.", "")}` : "a function";
    const message = `${called} does ${what}, which has no name for drawings, numbers and paths.`;
    return [{ name: at.at(-1)!, message, remedy: `Write it as an action ${inSurvey}.`, at }];
  });
}

function service(config: Config, { called, at }: Place): Finding[] {
  const named = typeof config.src === "string" ? `${called}’s ${config.src}` : `${called}’s service`;
  const nameless = {
    name: "src",
    message: `${called} asks a service that has no name.`,
    remedy: `Name one of those ${inSurvey}, or add it there and in services/visits/perform.ts.`,
    at: [...at, "src"],
  };
  return [
    ...keysOf(config, "service", { called: named, at }),
    ...(typeof config.src === "string" ? withoutId(config, named, at) : [nameless]),
    ...["onDone", "onError"].flatMap((key) => transitions(config[key], key, { called, at: [...at, key] })),
  ];
}

/** XState makes up an id with the place in the chart, under which edges and numbers would change with the chart. */
function withoutId({ id, src }: Config, named: string, at: readonly string[]): Finding[] {
  if (id !== undefined) return [];
  const message = `${named} has no id, under which its events and numbers stand.`;
  return [{ name: String(src), message, remedy: `Write \`id: "${src}"\`.`, at: [...at, "src"] }];
}

function metaOf(meta: unknown, place: Place): Finding[] {
  if (meta === undefined) return [];
  const { progress } = meta as { progress?: unknown };
  const fits = progress === undefined || (typeof progress === "number" && progress >= 0 && progress <= 100);
  const wrong = {
    name: "progress",
    message: `${place.called} shows a progress of ${progress}, which is no share of a hundred.`,
    remedy: "Give it a number from 0 to 100, or none: then it follows from the chart.",
    at: [...place.at, "progress"],
  };
  return [...keysOf(meta as Config, "meta", place), ...(fits ? [] : [wrong])];
}

/**
 * Named actions without an effect: XState would run them, but the server runs none, and the browser only those that it
 * knows.
 */
function ownActions({ implementations, config }: AnyStateMachine): Finding[] {
  const named = Object.entries(implementations.actions as Record<string, unknown>);
  return named.flatMap(([name, given]) => {
    const { type = "", delay } = given as { type?: string; delay?: unknown };
    const isPure =
      ["xstate.assign", "xstate.enqueueActions"].includes(type) || (type === "xstate.raise" && !delay);
    const isDone = (effectNames as readonly string[]).includes(name);
    if (isPure || isDone || !uses(config, name)) return [];
    const delayed = type === "xstate.raise";
    const message = delayed
      ? `${name} raises its event after a time, but a survey has no clock: nobody moves it on.`
      : `${name} is done nowhere: the browser does ${effectNames.join(", ")}, and the server nothing.`;
    const remedy = delayed
      ? "Leave the delay out."
      : `Add it to effectNames ${inSurvey}, and what the browser does to app/page-scripts/effects.ts.`;
    return [{ name, message, remedy, at: [name] }];
  });
}

function uses(config: unknown, action: string): boolean {
  if (config === action) return true;
  if (typeof config !== "object" || config === null) return false;
  return Object.values(config).some((each) => uses(each, action));
}

function listed(given: unknown): unknown[] {
  return given === undefined || given === null ? [] : [given].flat();
}
