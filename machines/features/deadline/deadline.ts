import { assign, setup } from "xstate";
import { fullYear, judgeAccidentDate } from "../../fields/dates.ts";
import type { ErrorKey } from "../../fields/parse-answer.ts";
import { fieldSchemas } from "../../fields/schemas.ts";
import { type CalendarDay, daysBetween, isRealDate } from "../../rules/dates.ts";
import {
  deadlineFor,
  type FilingDeadline,
  type FilingDeadlines,
  isStateCode,
  type StateCode,
} from "../../site/filing-deadlines.ts";

/** Typed or chosen values; the day in three boxes, as in a survey. */
const deadlineFields = ["state", "month", "day", "year"] as const;
type DeadlineField = (typeof deadlineFields)[number];
/** The checkboxes: `died` has another deadline, the others are only mentioned. */
export const deadlineTicks = ["died", "government", "minor"] as const;
type DeadlineTick = (typeof deadlineTicks)[number];

export type DeadlineValues = { [name in DeadlineField | DeadlineTick]?: string };
export type DeadlineErrors = { [field in DeadlineField]?: ErrorKey };
type DeadlineQuestion = { state: StateCode; crash: CalendarDay } & Record<DeadlineTick, boolean>;

/**
 * Judges one post of the deadline calculator. Never throws. `values` is what was typed, to be shown again.
 * @param today the day that a crash cannot be later than
 */
function parseDeadline(
  posted: Record<string, string | undefined>,
  today: CalendarDay,
): { values: DeadlineValues; errors: DeadlineErrors; question?: DeadlineQuestion } {
  const given = (name: string) => (Object.hasOwn(posted, name) && posted[name]) || "";
  const values: DeadlineValues = {};
  for (const name of [...deadlineFields, ...deadlineTicks]) values[name] = given(name);
  const errors: DeadlineErrors = {};
  const state = given("state");
  if (!isStateCode(state)) errors.state = "choose";
  const part = (name: "month" | "day" | "year") => {
    const parsed = fieldSchemas[name].safeParse(name === "year" ? fullYear(given(name), today) : given(name));
    if (!parsed.success) errors[name] = parsed.error.issues[0]?.message as ErrorKey;
    return parsed.data ?? "";
  };
  const [month, day, year] = [part("month"), part("day"), part("year")];
  const typed = { injury_year: year, ...(month && { injury_month: month }), ...(day && { injury_day: day }) };
  const { injury_year, injury_month, injury_day } = judgeAccidentDate(typed, today);
  const found = { month: injury_month, day: injury_day, year: injury_year };
  for (const name of ["month", "day", "year"] as const) if (found[name]) errors[name] ??= found[name];
  if (!isStateCode(state) || Object.keys(errors).length > 0) return { values, errors };
  const crash = { year: Number(year), month: Number(month), day: Number(day) };
  const [died, government, minor] = deadlineTicks.map((name) => given(name) !== "") as [
    boolean,
    boolean,
    boolean,
  ];
  return { values, errors, question: { state, crash, died, government, minor } };
}

/** `found` is undefined where we are not sure of the law; `daysLeft` is 0 on the last day and negative after it. */
export type DeadlineAnswer = DeadlineQuestion & {
  found?: FilingDeadline & { lastDay: CalendarDay; daysLeft: number };
};

export type DeadlineContext = {
  values: DeadlineValues;
  errors: DeadlineErrors;
  answer: DeadlineAnswer | null;
};

/** The form was posted. @property today the day of the visitor, or of the site @property law the deadlines of every state */
export type DeadlineEvent = {
  type: "ASK";
  posted: Record<string, string | undefined>;
  today: CalendarDay;
  law: Record<StateCode, FilingDeadlines>;
};

/**
 * The last day to file, this many years after a crash, counted to the visitor's safe side: the anniversary itself, and
 * February 28 where a February 29 has none. No weekend or holiday extends it.
 */
export function lastDayToFile({ year, month, day }: CalendarDay, years: number): CalendarDay {
  const anniversary = { year: year + years, month, day };
  return isRealDate(anniversary) ? anniversary : { ...anniversary, day: 28 };
}

function answered(question: DeadlineQuestion, { today, law }: DeadlineEvent): DeadlineAnswer {
  const deadline = deadlineFor(law[question.state], question.crash, question.died);
  if (!deadline) return question;
  const lastDay = lastDayToFile(question.crash, deadline.years);
  return { ...question, found: { ...deadline, lastDay, daysLeft: daysBetween(today, lastDay) } };
}

/**
 * The deadline calculator: asks for a state and a day, and shows the last day to file a lawsuit, that this is today,
 * that it is over, or that the state is not in our table for it. What may make the time shorter or longer is not
 * computed: the page names it.
 */
export const deadlineMachine = setup({
  types: {} as { context: DeadlineContext; events: DeadlineEvent },
  guards: {
    isInOrder: ({ event: { posted, today } }) => parseDeadline(posted, today).question !== undefined,
    isUnlisted: ({ context }) => !context.answer?.found,
    isOver: ({ context }) => context.answer!.found!.daysLeft < 0,
    isToday: ({ context }) => context.answer!.found!.daysLeft === 0,
  },
  actions: {
    countDays: assign(({ event }) => {
      const { values, question } = parseDeadline(event.posted, event.today);
      return { values, errors: {}, answer: answered(question!, event) };
    }),
    showErrors: assign(({ event: { posted, today } }) => {
      const { values, errors } = parseDeadline(posted, today);
      return { values, errors, answer: null };
    }),
  },
}).createMachine({
  id: "deadline",
  context: { values: {}, errors: {}, answer: null },
  initial: "asking",
  // The form is also below an answer, for another day or state.
  on: {
    ASK: [
      { guard: "isInOrder", target: ".counting", actions: "countDays" },
      { target: ".asking", actions: "showErrors" },
    ],
  },
  states: {
    asking: {},
    counting: {
      always: [
        { guard: "isUnlisted", target: "unlisted" },
        { guard: "isOver", target: "over" },
        { guard: "isToday", target: "lastDay" },
        { target: "open" },
      ],
    },
    open: {},
    lastDay: {},
    over: {},
    unlisted: {},
  },
});
