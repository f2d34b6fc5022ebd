import type { AnyStateMachine } from "xstate";
import { freshContext, type SurveyContext, type VariantLimits } from "../context/context.ts";
import { disqualification } from "../context/disqualification.ts";
import type { Questions } from "../graph/graph.ts";
import { guardsOf } from "../graph/names.ts";
import type { Answers } from "../rules/answers.ts";
import { type CalendarDay, dateAfter } from "../rules/dates.ts";
import { limitationYears } from "../rules/limitation-years.ts";
import * as limits from "../rules/limits.ts";
import { noPlace } from "../rules/place.ts";
import { stepNamed } from "../steps/index.ts";
import type { Step } from "../steps/step.ts";
import { nodesOf, transitionsOf } from "../visit/walk.ts";
import { recording } from "./observed.ts";

/** Values that a chart's guards, or the rule that disqualifies, distinguish and no usual case has. */
export type AskedValues = {
  /** States, two letters: what a ZIP code's look-up may say. */
  states: readonly string[];
  /** Ages of an accident in days. */
  ages: readonly number[];
  /** Days on which an answer is given, after the day of the walk. */
  daysOn: readonly number[];
  /** Affiliates that a visitor may come from. */
  affiliates: readonly string[];
  /** Texts that are typed, by the field. */
  texts: Readonly<Record<string, readonly string[]>>;
};

/** The values that cases have anyway, for fields that may be anything. */
export type UsualValues = { states: readonly string[]; ages: readonly number[]; texts: readonly string[] };

/** A chart's questions and the rule that disqualifies, from its own state of the project. */
export type AskedBy = { questions: Questions; judge: typeof disqualification };

type Value = string | number | undefined;
type Assigned = ReadonlyMap<string, Value>;
/** A guard as a question to a context; and whether its limits are looked for to the day. */
type Question = { of: object; ask: (context: SurveyContext) => unknown; code: string; isExact: boolean };

/** The day of the walk, and the survey's own limits. */
type Given = { today: CalendarDay; limits: VariantLimits | undefined };

const none: AskedValues = { states: [], ages: [], daysOn: [], affiliates: [], texts: {} };
const known = new WeakMap<object, Map<string, AskedValues>>();
const ours: AskedBy = { questions: stepNamed, judge: disqualification };

/**
 * Finds what the guards of a chart compare with by evaluating them: in some dozens of visits each value that a guard
 * reads is replaced by all possible ones (every state, every age, each text in its code). A value with a result that no
 * usual value has is a case. So no list has to be extended for a law of one state.
 */
export function askedValues(
  machine: AnyStateMachine,
  today: CalendarDay,
  usual: () => UsualValues,
  { limits, ...by }: AskedBy & { limits?: VariantLimits } = ours,
): AskedValues {
  const ofChart = known.get(machine.config) ?? new Map<string, AskedValues>();
  known.set(machine.config, ofChart);
  const given = JSON.stringify([today, limits]);
  const found = ofChart.get(given) ?? search(machine, { today, limits }, usual(), by);
  ofChart.set(given, found);
  return found;
}

function search(
  machine: AnyStateMachine,
  given: Given,
  usual: UsualValues,
  { questions: questionsOf, judge }: AskedBy,
): AskedValues {
  const nodes = nodesOf(machine);
  const questions: Question[] = guardsAsked(machine);
  const posts = nodes.some(({ invoke }) => invoke.some(({ src }) => src === "postLead"));
  if (posts) questions.push(judgeAsked(judge));
  const options = optionsOf(machine, questionsOf);
  return questions.reduce((all, question) => {
    const words = question.isExact ? [...textsIn(question.code), ...constants] : [];
    return differencesOf(question, given, domainOf(options, words, usual)).reduce(added, all);
  }, none);
}

/**
 * What each guard of a chart reads, by its name, and what the rule that disqualifies does: `answers.at_Fault`,
 * `checks.place.state`, `tracking.affid`. Found by evaluating them in many made-up visits.
 */
export function readsOf(
  machine: AnyStateMachine,
  today: CalendarDay,
  usual: UsualValues,
  limits?: VariantLimits,
): ReadonlyMap<string, ReadonlySet<string>> {
  const options = optionsOf(machine, stepNamed);
  const asked = [...guardsAsked(machine), { name: "disqualification", ...judgeAsked(disqualification) }];
  return new Map(
    asked.map(({ name, ask, code, isExact }) => {
      const words = isExact ? [...textsIn(code), ...constants] : [];
      const reads = new Set<string>();
      madeUp(ask, { today, limits }, domainOf(options, words, usual), (path) => reads.add(path));
      return [name, reads];
    }),
  );
}

/** The guards that a chart's transitions name, as questions. */
function guardsAsked(machine: AnyStateMachine): (Question & { name: string })[] {
  const names = new Set(
    nodesOf(machine).flatMap((node) => transitionsOf(node).flatMap(({ guard }) => namedIn(guard))),
  );
  const guards = machine.implementations.guards as unknown as Record<string, unknown>;
  return [...names].flatMap((name) => {
    const guard = guards[name];
    if (typeof guard !== "function") return [];
    const ask: Question["ask"] = (context) => guard({ context, event: { type: "NEXT" } });
    return [{ name, of: guard, code: String(guard), ask, isExact: true }];
  });
}

/** The guards of a transition; none for an unnamed one, as a chart of an older revision may have. */
function namedIn(guard: unknown): string[] {
  try {
    return guardsOf(guard as never);
  } catch {
    return [];
  }
}

/** The quoted texts in a piece of code. */
export const textsIn = (code: string): string[] =>
  [...code.matchAll(/"([^"\\]{1,60})"|'([^'\\]{1,60})'/g)].map(([, one, two]) => one ?? two!);

/** The disqualification of a lead is asked as well, but not to the day: only its reasons count. */
const judgeAsked = (judge: AskedBy["judge"]): Question => ({
  of: judge,
  code: "",
  ask: (context) => judge(context, context.today).dq_reason,
  isExact: false,
});

/** Charts share their guards: what was found out by the same usual values is not asked again. */
const knownOf = new WeakMap<object, Map<string, readonly Difference[]>>();
type Difference = readonly [name: string, value: Value];

const constants = Object.values(limits).filter((value) => typeof value === "string");

/** How many visits are made up from usual values for each guard. */
const visits = 32;
/** A limit with a usual age this near on either side, in days, is near enough. */
const nearDays = 31;
const probedAges = [
  ...Array.from({ length: 115 }, (_, week) => week * 7),
  1000,
  1095,
  1096,
  1461,
  1827,
  2192,
];

/** The possible values: in usual cases, and besides. Undefined for what no case can cause. */
type Domain = (name: string) => { usual: readonly Value[]; others: readonly Value[] } | undefined;

function domainOf(options: ReadonlyMap<string, Set<string>>, words: string[], usual: UsualValues): Domain {
  return (name) => {
    if (name === "age") return { usual: [undefined, ...usual.ages], others: probedAges };
    if (name === "daysOn")
      return { usual: [0], others: [1, 2, 3, 4, 5, 6, 15, 30, 60, 90, 120, 150, 180, 270] };
    if (name === "checks.place.state") return { usual: usual.states, others: Object.keys(limitationYears) };
    if (name === "tracking.affid") return { usual: ["1"], others: words };
    const [, field] = /^answers\.(\w+)$/.exec(name) ?? [];
    if (field && options.has(field)) return { usual: [undefined, ...options.get(field)!], others: [] };
    if (field) return { usual: [undefined, ...usual.texts], others: words };
    if (/^checks\.\w+$/.test(name))
      return { usual: [undefined, "no", "yes", "good", "unchecked"], others: [] };
    return undefined;
  };
}

/** The values for which a guard's result differs from that of any usual one, in some visit. */
function differencesOf({ of, ask, isExact }: Question, given: Given, domain: Domain): readonly Difference[] {
  const say = (values: Assigned) => {
    try {
      return String(ask(contextWith(values, given)));
    } catch {
      // It reads another event's data.
      return "";
    }
  };
  const made = madeUp(ask, given, domain);
  const names = [...made[0]!.keys()];
  const ofGuard = knownOf.get(of) ?? new Map<string, readonly Difference[]>();
  knownOf.set(of, ofGuard);
  const key = JSON.stringify([given, names.map((name) => domain(name)!.usual)]);
  const before = ofGuard.get(key);
  if (before) return before;
  const differing: Difference[] = [];
  for (const name of names) {
    const { usual, others } = domain(name)!;
    const said = made.map((values) => new Set(usual.map((value) => say(new Map(values).set(name, value)))));
    const signs = new Set<string>();
    for (const value of others) {
      const sign = made.map((values, index) => {
        const outcome = say(new Map(values).set(name, value));
        return said[index]!.has(outcome) ? "" : outcome;
      });
      if (sign.every((each) => each === "") || signs.has(sign.join())) continue;
      signs.add(sign.join());
      differing.push([name, value]);
    }
    if (name !== "age" || !isExact) continue;
    const ages = usual.filter((age) => age !== undefined) as number[];
    const limits = made.flatMap((values) => limitsOf((age) => say(new Map(values).set(name, age)), ages));
    differing.push(...limits.map((age): Difference => [name, age]));
  }
  ofGuard.set(key, differing);
  return differing;
}

/** Ages on either side of where a guard changes its mind, unless a usual age is near. */
function limitsOf(say: (age: number) => string, usual: readonly number[]): number[] {
  const isFar = (limit: number, side: (age: number) => boolean) =>
    !usual.some((age) => side(age) && Math.abs(age - limit) <= nearDays);
  return turnsIn(say, usual).flatMap(([low, high]) => [
    ...(isFar(low, (age) => age <= low) ? [low] : []),
    ...(isFar(high, (age) => age >= high) ? [high] : []),
  ]);
}

/**
 * The days on which something that depends on an accident's age changes: the last age before, and the first after.
 * @param more ages to try besides one in each week of two years and some later ones
 */
export function turnsIn(say: (age: number) => string, more: readonly number[] = []): [number, number][] {
  const ages = [...new Set([...more, ...probedAges])].sort((one, other) => one - other);
  return ages.slice(1).flatMap((to, index): [number, number][] => {
    let [low, high] = [ages[index]!, to];
    const [before, after] = [say(low), say(high)];
    if (before === after) return [];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (say(middle) === before) low = middle;
      else high = middle;
    }
    return [[low, high]];
  });
}

/** Visits of usual values for all that a guard reads in any of them; the same for the same guard. */
function madeUp(
  ask: Question["ask"],
  given: Given,
  domain: Domain,
  hears: (path: string) => void = () => {},
): Assigned[] {
  let seed = 1;
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const names = new Set<string>();
  const note = (path: string) => {
    hears(path);
    const name = /^answers\.injury_(year|month|day)$/.test(path)
      ? "age"
      : path.startsWith("today.")
        ? "daysOn"
        : path;
    if (domain(name)) names.add(name);
  };
  const drawn = () =>
    new Map(
      [...names].map((name): [string, Value] => {
        const { usual } = domain(name)!;
        return [name, usual[draw(usual.length)]];
      }),
    );
  const hear = (values: Assigned) => {
    try {
      ask(recording(contextWith(values, given), note));
    } catch {
      // It reads what another event says.
    }
  };
  for (let index = 0; index < visits; index++) hear(drawn());
  // Values read only behind a rare one are found by trying each of them once; iterating over a Set includes additions.
  for (const name of names) {
    const { usual, others } = domain(name)!;
    for (const value of [...usual, ...others]) hear(drawn().set(name, value));
  }
  // With the age of an accident the day is read too; which day it is does not matter then.
  if (names.has("age")) names.delete("daysOn");
  return Array.from({ length: visits }, drawn);
}

function contextWith(values: Assigned, given: Given): SurveyContext {
  const today = dateAfter(given.today, Number(values.get("daysOn") ?? 0));
  const fresh = freshContext({
    path: "",
    tracking: { affid: "1" } as never,
    today,
    flags: {},
    region: "",
    settings: {},
    limits: given.limits,
  });
  const named = (group: string) =>
    Object.fromEntries(
      [...values]
        .filter(([name]) => name.startsWith(`${group}.`))
        .map(([name, value]) => [name.slice(group.length + 1), value]),
    );
  const age = values.get("age");
  const day = age === undefined ? undefined : dateAfter(today, -Number(age));
  const dated = day && {
    injury_year: String(day.year),
    injury_month: String(day.month),
    injury_day: String(day.day),
  };
  const { "place.state": state, ...checks } = named("checks");
  return {
    ...fresh,
    tracking: { ...fresh.tracking, ...named("tracking") },
    answers: { ...named("answers"), ...dated },
    checks: { ...checks, place: { ...noPlace, state: state ?? "" } },
  } as SurveyContext;
}

function added(all: AskedValues, [name, value]: Difference): AskedValues {
  const more = <Item>(list: readonly Item[], item: Item) => (list.includes(item) ? list : [...list, item]);
  if (name === "age") return { ...all, ages: more(all.ages, Number(value)) };
  if (name === "daysOn") return { ...all, daysOn: more(all.daysOn, Number(value)) };
  if (name === "checks.place.state") return { ...all, states: more(all.states, String(value)) };
  if (name === "tracking.affid") return { ...all, affiliates: more(all.affiliates, String(value)) };
  const [, field] = /^answers\.(\w+)$/.exec(name) ?? [];
  if (!field || value === undefined) return all;
  return { ...all, texts: { ...all.texts, [field]: more(all.texts[field] ?? [], String(value)) } };
}

/** What each field of the answers may record, from all options of the chart's questions. */
const optionsOf = (machine: AnyStateMachine, questionsOf: Questions) =>
  recordedBy(Object.keys(machine.root.states).flatMap((name) => questionsOf(name, machine) ?? []));

/** By field, what the options of questions record. */
export function recordedBy(questions: readonly Step[]): ReadonlyMap<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const { options = [], fields = [] } of questions) {
    for (const { records } of [...options, ...fields.flatMap((field) => field.options ?? [])])
      for (const [field, value] of Object.entries(records as Answers))
        all.set(field, (all.get(field) ?? new Set()).add(value));
  }
  return all;
}
