import type { AnyStateMachine } from "xstate";
import type { CallId, Outcome } from "../context/calls.ts";
import type { VariantLimits } from "../context/context.ts";
import { disqualification } from "../context/disqualification.ts";
import { typedDay } from "../fields/dates.ts";
import { parseAnswer } from "../fields/parse-answer.ts";
import type { AnswerField, Answers } from "../rules/answers.ts";
import { type CalendarDay, dateAfter, daysBetween, formatIso } from "../rules/dates.ts";
import {
  EARLY_TREATMENT_DAYS,
  LAST_YEAR_DAYS,
  QUALIFIED_WINDOW_DAYS,
  WILLING_TO_TREAT_DAYS,
} from "../rules/limits.ts";
import type { Place } from "../rules/place.ts";
import { stepNamed } from "../steps/index.ts";
import type { Field, FieldKind, Option, Step } from "../steps/step.ts";
import type { SurveyEvent } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { callOf, type SurveySnapshot, topState } from "../visit/replay.ts";
import { activeNodes } from "../visit/xstate-internals.ts";
import {
  type AskedBy,
  type AskedValues,
  askedValues,
  readsOf as readsIn,
  type UsualValues,
} from "./asked-values.ts";
import { type Move, outcomeLabels, outcomesOf } from "./moves.ts";

/** A case to try in a state. Its factor (the step or call) and label name it in paths, pairs and failures. */
export type Case = {
  factor: string;
  label: string;
} & (
  | (Extract<Move, { kind: "answer" }> & { post: Record<string, string> })
  | Exclude<Move, { kind: "answer" }>
);

/** The move of a case, without typed values, on any day. */
export function moveOf(tried: Case): Move {
  return tried.kind === "answer" ? { kind: "answer", answers: tried.answers } : tried;
}

/**
 * Everything to try where a chart is.
 * @param machine which may ask a question its own way
 * @param besides `more`: values that others than the chart tell apart, such as a buyer's terms; `given`: what the question was
 * answered, where each case is to differ from that in one field
 */
export function casesAt(
  snapshot: SurveySnapshot,
  machine: SurveyMachine,
  today: CalendarDay,
  { more = {}, given }: { more?: Partial<AskedValues>; given?: Answers } = {},
): Case[] {
  if (snapshot.status === "done") return [];
  const asked = together(askedOf(machine, today, { limits: snapshot.context.limits }), more);
  const call = callOf(snapshot);
  if (call) return outcomeCases(call, asked);
  const step = stepNamed(topState(snapshot), machine);
  if (!step) return [again];
  return [
    ...answerCases(step, today, asked, given),
    ...onOtherDays(step, today, asked),
    ...pageEvents(snapshot).map((type) => pageCase(step.name, type)),
  ];
}

/** Two lists of values without those that are in both. */
function together(
  one: AskedValues,
  { states = [], ages = [], texts = {} }: Partial<AskedValues>,
): AskedValues {
  const union = <Value>(all: readonly Value[], more: readonly Value[]) => [...new Set([...all, ...more])];
  const fields = Object.keys({ ...one.texts, ...texts });
  const typed = fields.map((field) => [field, union(one.texts[field] ?? [], texts[field] ?? [])] as const);
  return {
    ...one,
    states: union(one.states, states),
    ages: union(one.ages, ages),
    texts: Object.fromEntries(typed),
  };
}

/** Events that the page around a question may send to the chart besides an answer; the chart itself raises NEXT. */
export function pageEvents(snapshot: Pick<SurveySnapshot, "_nodes">): string[] {
  const types = new Set(activeNodes(snapshot).flatMap(({ ownEvents }) => ownEvents as string[]));
  return [...types].filter((type) => !["ANSWER", "NEXT"].includes(type) && !type.startsWith("xstate."));
}

/**
 * The values that a chart's guards compare with besides those in usual cases. Everything that tries cases uses it:
 * walks, simulator, rehearsals, what-if and the comparison of charts.
 * @param machine a survey's
 * @param by its variant's limits, and its questions and judge where the chart is of another state of the project
 */
export function askedOf(
  machine: AnyStateMachine,
  today: CalendarDay,
  by: Partial<AskedBy> & { limits?: VariantLimits } = {},
): AskedValues {
  return askedValues(machine, today, () => usualAt(today), {
    questions: stepNamed,
    judge: disqualification,
    ...by,
  });
}

/** What each guard of a chart, and the rule that disqualifies, reads of a visit. */
export function readsOf(machine: AnyStateMachine, today: CalendarDay, limits?: VariantLimits) {
  return readsIn(machine, today, usualAt(today), limits);
}

function usualAt(today: CalendarDay): UsualValues {
  const states = outcomesOf("lookUpZip").flatMap((outcome) =>
    "output" in outcome ? (outcome.output as Place).state : [],
  );
  const texts = [...new Set(Object.values(typed).flat())];
  return { states: [...new Set(states)], ages: agesTried(today), texts };
}

/**
 * Ages of an accident, in days, that are tried at a date.
 * @param asked further values that a chart's guards compare with
 */
export function agesTried(today: CalendarDay, asked: Partial<AskedValues> = {}): number[] {
  return datePosts(today, asked.ages).map(([iso]) => daysBetween(typedDay(iso)!, today));
}

/** Every way a call can settle, each with its label: the usual ones, and what a chart's guards compare with. */
export function outcomesAsked(
  call: CallId,
  { states }: Pick<AskedValues, "states">,
): { label: string; outcome: Outcome }[] {
  const labels = outcomeLabels(call);
  const usual = outcomesOf(call).map((outcome, index) => ({ label: labels[index]!, outcome }));
  if (call !== "lookUpZip") return usual;
  const elsewhere = states.map((state) => {
    const output = { city: "Somewhere", state, state_long: state, county: "Somewhere" };
    return { label: `a ZIP code in ${state}`, outcome: { call, output } };
  });
  return [...usual, ...elsewhere];
}

/** The plain answer to a step, given on the days that guards tell apart. */
function onOtherDays(step: Step, today: CalendarDay, { daysOn }: AskedValues): Case[] {
  if (daysOn.length === 0) return [];
  const [plain] = answerCases(step, today);
  return daysOn.map((days) => {
    const day = dateAfter(today, days);
    return { ...plain!, label: `${plain!.label} on ${formatIso(day)}`, today: day } as Case;
  });
}

const again: Case = { factor: "again", label: "pressed again", kind: "again" };

/** Values of each kind of input that the form's own rules accept; the first is the plain one. */
const typed: Record<Exclude<FieldKind, "select" | "date" | "birthDate" | "year">, string[]> = {
  name: ["Ana", "Ñandú O’Neil", "Xzqwrtk"],
  email: ["ana.rivera@example.com", "ANA@Example.COM"],
  phone: ["(213) 555-0123", "+1 213.555.0199"],
  zip: ["90210", "40202-1234"],
  description: [
    "A truck hit my car from behind at a red light.",
    "Rear-endedatanintersection",
    "It was a hit and run, the driver left the scene of the crash.",
  ],
  text: ["Rivera & Sons", "Ñandú Abogados"],
  month: ["1", "06"],
  day: ["1", "14"],
};

/** Ages in days around every window of the rules. */
const ages = [
  0,
  WILLING_TO_TREAT_DAYS,
  EARLY_TREATMENT_DAYS,
  EARLY_TREATMENT_DAYS + 1,
  LAST_YEAR_DAYS - 1,
  LAST_YEAR_DAYS,
  QUALIFIED_WINDOW_DAYS,
  QUALIFIED_WINDOW_DAYS + 1,
];
/** Calendar months around the shortest limitation periods: one year and two. */
const months = [12, 13, 24, 25];

/**
 * Every answer to try at a step: each option, and for typed fields each value with the others plain.
 * @param asked further values that the chart's guards compare with
 * @param given an answer by which the others are as it says instead
 */
export function answerCases(
  step: Step,
  today: CalendarDay,
  asked: Partial<AskedValues> = {},
  given?: Answers,
): Case[] {
  const options = (step.options ?? []).map(({ value }): Named => [value, { option: value }]);
  const posts = step.kind === "when" ? datePosts(today, asked.ages) : typedPosts(step, today, asked, given);
  const all = step.kind === "info" ? [["continue", {}] satisfies Named] : [...options, ...posts];
  const texts = new Set(Object.values(asked.texts ?? {}).flat());
  return all.flatMap(([label, post]) => {
    const parsed = parseAnswer(step, post, today);
    // A guard may compare with a value that the form refuses; then no visitor can give it.
    if (!parsed.ok && Object.values(post).some((text) => texts.has(text))) return [];
    // What was given may be refused by now.
    if (!parsed.ok && given) return [];
    if (!parsed.ok) throw new Error(`${step.name} refuses ${JSON.stringify(post)}`);
    return {
      factor: step.name,
      label,
      kind: "answer" as const,
      post,
      answers: parsed.answers,
    };
  });
}

function pageCase(step: string, type: string): Case {
  return { factor: step, label: type, kind: "page", event: { type } as SurveyEvent };
}

function outcomeCases(call: CallId, asked: AskedValues): Case[] {
  return outcomesAsked(call, asked).map((each) => ({ factor: call, kind: "outcome", ...each }));
}

/** A post and what it is called among the step's. */
type Named = [label: string, post: Record<string, string>];

function datePosts(today: CalendarDay, more: readonly number[] = []): Named[] {
  const firstOfMonth = (ago: number): CalendarDay => {
    const count = today.year * 12 + today.month - 1 - ago;
    return { year: Math.floor(count / 12), month: (count % 12) + 1, day: 1 };
  };
  const days = [...[...ages, ...more].map((age) => dateAfter(today, -age)), ...months.map(firstOfMonth)];
  return days.map(({ year, month, day }) => [
    formatIso({ year, month, day }),
    { injury_month: String(month), injury_day: String(day), injury_year: String(year) },
  ]);
}

/** Values of one field that its form accepts; an optional one is also left empty. */
function valuesOf(
  { name, kind, options = [], required }: Field,
  today: CalendarDay,
  { ages: more = [], texts = {} }: Partial<AskedValues>,
): string[] {
  const values = () => {
    if (kind === "select") return options.map(({ value }) => value);
    if (kind === "year") return [1, 0, 2, 3].map((ago) => String(today.year - ago));
    if (kind === "date") return [...ages, ...more].map((age) => formatIso(dateAfter(today, -age)));
    if (kind === "birthDate") return [formatIso({ ...today, year: today.year - 40 }), "2000-02-29"];
    return [...typed[kind], ...(texts[name] ?? [])];
  };
  return required === false ? [...values(), ""] : values();
}

function typedPosts(step: Step, today: CalendarDay, asked: Partial<AskedValues>, given?: Answers): Named[] {
  const fields = step.fields ?? [];
  if (fields.length === 0) return [];
  const values = fields.map((field) => [field, valuesOf(field, today, asked)] as const);
  const plain = Object.fromEntries(
    values.map(([field, [first]]) => [field.name, (given && postOf(field, given)) ?? first!]),
  );
  const others = values.flatMap(([{ name }, all]) =>
    all
      .filter((value) => value !== plain[name])
      .map((value): Named => [`${name} ${value || "left empty"}`, { ...plain, [name]: value }]),
  );
  return [["plain", plain], ...others];
}

/** What was posted in a field. */
function postOf({ name, options }: Field, given: Answers): string | undefined {
  return options ? chosenIn(options, given)?.value : (given[name] ?? "");
}

/** The option that an answer chose: the one that says the most, since another may say a part of it. */
export function chosenIn(options: readonly Option[], given: Answers): Option | undefined {
  const size = ({ records }: Option) => Object.keys(records).length;
  return options
    .filter(({ records }) =>
      Object.entries(records).every(([field, value]) => given[field as AnswerField] === value),
    )
    .toSorted((one, other) => size(other) - size(one))[0];
}
