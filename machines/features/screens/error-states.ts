import { type AnswerErrors, type ErrorKey, parseAnswer } from "../../fields/parse-answer.ts";
import { edgesAt, type Graph } from "../../graph/graph.ts";
import { answerCases } from "../../model/cases.ts";
import type { AnswerField, Answers } from "../../rules/answers.ts";
import { type CalendarDay, dateAfter, formatIso } from "../../rules/dates.ts";
import { DESCRIPTION_MAX_CHARACTERS, EMAIL_MAX_LENGTH, NAME_MAX_CHARACTERS } from "../../rules/limits.ts";
import type { Field, FieldKind, Step } from "../../steps/step.ts";

/** A way in which a question can be refused: the errors, and what had been typed. */
export type ErrorState = { name: string; errors: AnswerErrors; values: Answers };

type Posted = Record<string, string>;

/** Values that a form refuses, by the kind of the input; empty values are refused by all of them. */
function badValues(today: CalendarDay): Record<FieldKind, string[]> {
  const dates = ["2026-02-30", formatIso(dateAfter(today, 1))];
  const broken = "a\ud800b";
  return {
    name: ["x".repeat(NAME_MAX_CHARACTERS + 1), broken],
    email: ["ana@", `${"x".repeat(EMAIL_MAX_LENGTH)}@example.com`],
    phone: ["555-0123", "(213) 555-0123 or (213) 555-0199"],
    zip: ["9021"],
    text: ["x".repeat(1000), broken],
    description: ["Too short", "x".repeat(DESCRIPTION_MAX_CHARACTERS + 1), `A truck hit my car ${broken}`],
    month: ["13", String(today.month + 1)],
    day: ["32", "31"],
    year: ["190", String(today.year + 1)],
    date: dates,
    birthDate: dates,
    select: [],
  };
}

/** Errors that a service's check finds, by the action that reports them in the chart. */
const refusals: Record<string, [AnswerField, ErrorKey][]> = {
  refuseEmail: [
    ["email", "emailRefused"],
    ["email", "emailBlocked"],
  ],
  refuseZip: [["zip_code", "zipUnknown"]],
  askAboutZip: [["zip_code", "zipUnheardOf"]],
  refusePhone: [["phone", "phoneRefused"]],
};

/** Every way in which a question can be refused, by its form or by a service its chart asks, each once. */
export function errorStates(step: Step, graph: Graph, today: CalendarDay): ErrorState[] {
  const plain = plainPost(step, today);
  const fields = step.fields ?? [];
  const posts: Posted[] = [
    {},
    ...fields.flatMap((field) => badPosts(field, today).map((bad) => ({ ...plain, ...bad }))),
  ];
  const byForm = posts.flatMap((post): ErrorState[] => {
    const parsed = step.kind === "info" || step.kind === "end" ? undefined : parseAnswer(step, post, today);
    return !parsed || parsed.ok ? [] : [{ name: nameOf(parsed.errors), ...parsed }];
  });
  const byService = refusedIn(graph, step.name).map(([field, key]) => {
    const errors = { [field]: key };
    return { name: nameOf(errors), errors, values: plain };
  });
  const all = [...byForm, ...byService];
  return all
    .filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
    .map(({ name, errors, values }) => ({ name, errors, values }));
}

function badPosts({ name, kind }: Field, today: CalendarDay): Posted[] {
  return ["", ...badValues(today)[kind]].map((value) => ({ [name]: value }));
}

function plainPost(step: Step, today: CalendarDay): Posted {
  const typed = answerCases(step, today).find(
    (tried) => tried.kind === "answer" && !("option" in tried.post),
  );
  return typed?.kind === "answer" ? typed.post : {};
}

function refusedIn(graph: Graph, step: string): [AnswerField, ErrorKey][] {
  const inside = graph.nodes.filter(({ id }) => id.startsWith(`${step}.`));
  const actions = inside.flatMap(({ id }) => edgesAt(graph, id).flatMap((edge) => edge.actions));
  return [...new Set(actions)].flatMap((action) => refusals[action] ?? []);
}

function nameOf(errors: AnswerErrors): string {
  return Object.entries(errors)
    .map(([field, key]) => `${field}:${key}`)
    .join(",");
}
