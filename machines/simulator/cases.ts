import type { CallId } from "../calls.ts";
import { type FieldKind, parseAnswer } from "../fields.ts";
import { type CalendarDay, dateAfter, formatIso } from "../rules/dates.ts";
import {
  EARLY_TREATMENT_DAYS,
  LAST_YEAR_DAYS,
  QUALIFIED_WINDOW_DAYS,
  WILLING_TO_TREAT_DAYS,
} from "../rules/limits.ts";
import { stepNamed } from "../steps/index.ts";
import type { Field, Step } from "../steps/step.ts";
import type { SurveyEvent } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { callOf, type SurveySnapshot, topState } from "../visit/replay.ts";
import { activeNodes } from "../visit/xstate-internals.ts";
import { type Move, outcomeLabels, outcomesOf } from "./moves.ts";

/** One thing to try in a state. Its factor (the step or call) and label name it in paths, pairs and failures. */
export type Case = { factor: string; label: string } & (
  | (Extract<Move, { kind: "answer" }> & { post: Record<string, string> })
  | Exclude<Move, { kind: "answer" }>
);

/** What happens in a case, without what was typed for it. */
export function moveOf(tried: Case): Move {
  return tried.kind === "answer" ? { kind: "answer", answers: tried.answers } : tried;
}

/** Everything to try where a chart is. @param machine which may ask a question its own way */
export function casesAt(snapshot: SurveySnapshot, machine: SurveyMachine, today: CalendarDay): Case[] {
  if (snapshot.status === "done") return [];
  const call = callOf(snapshot);
  if (call) return outcomeCases(call);
  const step = stepNamed(topState(snapshot), machine);
  if (!step) return [again];
  return [...answerCases(step, today), ...pageEvents(snapshot).map((type) => pageCase(step.name, type))];
}

/** What the page around a question may tell the chart besides an answer; the chart itself raises NEXT. */
export function pageEvents(snapshot: Pick<SurveySnapshot, "_nodes">): string[] {
  const types = new Set(activeNodes(snapshot).flatMap(({ ownEvents }) => ownEvents as string[]));
  return [...types].filter((type) => !["ANSWER", "NEXT"].includes(type) && !type.startsWith("xstate."));
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
  ...[0, WILLING_TO_TREAT_DAYS, EARLY_TREATMENT_DAYS, EARLY_TREATMENT_DAYS + 1],
  ...[LAST_YEAR_DAYS - 1, LAST_YEAR_DAYS, QUALIFIED_WINDOW_DAYS, QUALIFIED_WINDOW_DAYS + 1],
];
/** Calendar months around the shortest limitation periods: one year and two. */
const months = [12, 13, 24, 25];

/** Every answer to try at a step: each option, and for typed fields each value with the others plain. */
export function answerCases(step: Step, today: CalendarDay): Case[] {
  const options = (step.options ?? []).map(({ value }): Named => [value, { option: value }]);
  const posts = step.kind === "when" ? datePosts(today) : typedPosts(step, today);
  const all = step.kind === "info" ? [["continue", {}] satisfies Named] : [...options, ...posts];
  return all.map(([label, post]) => {
    const parsed = parseAnswer(step, post, today);
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

/** Every way a call can settle: what each answer means, no answer, and none in time. */
function outcomeCases(call: CallId): Case[] {
  return outcomesOf(call).map((outcome, index) => ({
    factor: call,
    label: outcomeLabels(call)[index]!,
    kind: "outcome" as const,
    outcome,
  }));
}

/** A post and what it is called among the step's. */
type Named = [label: string, post: Record<string, string>];

function datePosts(today: CalendarDay): Named[] {
  const firstOfMonth = (ago: number): CalendarDay => {
    const count = today.year * 12 + today.month - 1 - ago;
    return { year: Math.floor(count / 12), month: (count % 12) + 1, day: 1 };
  };
  const days = [...ages.map((age) => dateAfter(today, -age)), ...months.map(firstOfMonth)];
  return days.map(({ year, month, day }) => [
    formatIso({ year, month, day }),
    { injury_month: String(month), injury_day: String(day), injury_year: String(year) },
  ]);
}

/** Values of one field that its form accepts; what may be left empty is also left empty. */
function valuesOf({ kind, options = [], required }: Field, today: CalendarDay): string[] {
  const values = () => {
    if (kind === "select") return options.map(({ value }) => value);
    if (kind === "year") return [1, 0, 2, 3].map((ago) => String(today.year - ago));
    if (kind === "date") return ages.map((age) => formatIso(dateAfter(today, -age)));
    if (kind === "birthDate") return [formatIso({ ...today, year: today.year - 40 }), "2000-02-29"];
    return typed[kind];
  };
  return required === false ? [...values(), ""] : values();
}

function typedPosts(step: Step, today: CalendarDay): Named[] {
  const fields = step.fields ?? [];
  if (fields.length === 0) return [];
  const values = fields.map((field) => [field.name, valuesOf(field, today)] as const);
  const plain = Object.fromEntries(values.map(([name, [first]]) => [name, first!]));
  const others = values.flatMap(([name, [, ...rest]]) =>
    rest.map((value): Named => [`${name} ${value || "left empty"}`, { ...plain, [name]: value }]),
  );
  return [["plain", plain], ...others];
}
