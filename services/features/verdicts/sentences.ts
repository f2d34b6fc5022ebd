import {
  type Change,
  type Decided,
  dayOf,
  type Otherwise,
  type Verdict,
} from "../../../machines/features/verdicts/decided.ts";
import { kindOf } from "../../../machines/features/verdicts/kinds.ts";
import { fill } from "../../../machines/messages/fill.ts";
import { chosenIn } from "../../../machines/model/cases.ts";
import type { Move } from "../../../machines/model/moves.ts";
import type { AnswerField } from "../../../machines/rules/answers.ts";
import type { CalendarDay } from "../../../machines/rules/dates.ts";
import { yearsAllowed } from "../../../machines/rules/limitation-years.ts";
import { QUALIFIED_WINDOW_DAYS } from "../../../machines/rules/limits.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Language, Option } from "../../../machines/steps/step.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { sameAnswers } from "../../../machines/visit/log.ts";
import { stateName, wordsOfStep } from "../../words/index.ts";
import { inLanguage } from "../../words/languages.ts";
import { verdictWords } from "./words/index.ts";

/** A sentence, which may differ where a ticket stands in place of an accident. */
type Saying = string | { accident: string; ticket: string };

/** A verdict's sentence with what it names: the window in words, the limit of the state, the reason as the lead has it. */
function said(saying: Saying, { context, verdict }: Judged, language: Language): string {
  const { state, state_long } = context.checks.place;
  const days = context.limits?.qualifiedDays ?? QUALIFIED_WINDOW_DAYS;
  const subject = context.answers.ticket_date === undefined ? "accident" : "ticket";
  return fill(typeof saying === "string" ? saying : saying[subject], {
    state: stateName(state, language) ?? (state_long || state),
    years: countedIn(language, "year", yearsAllowed(state) ?? 0),
    span: days % 365 === 0 ? countedIn(language, "year", days / 365) : countedIn(language, "day", days),
    reason: verdict,
  });
}

function countedIn(language: Language, unit: "year" | "day", count: number): string {
  const { one, other } = inLanguage(verdictWords, language).counted[unit];
  return fill(new Intl.PluralRules(language).select(count) === "one" ? one : other, { count });
}

type Judged = Pick<Decided, "context" | "verdict">;

/** A verdict as a sentence for people of the console. */
export function verdictSentence(decided: Judged, language: Language): string {
  return said(inLanguage(verdictWords, language).verdicts[kindOf(decided.verdict)], decided, language);
}

/**
 * What to say to the visitor: the reason, and a way that remains; undefined where nothing is to be said. `turnedAway`: both,
 * on a screen that says itself that deadlines run and that another lawyer may see it differently.
 */
export function toVisitor(
  decided: Judged,
  language: Language,
): { because: string; way: string; turnedAway: string } | undefined {
  const kind = kindOf(decided.verdict);
  const { because, ways } = inLanguage(verdictWords, language).visitor;
  const saying = (because as Partial<Record<typeof kind, Saying>>)[kind];
  if (saying === undefined) return undefined;
  const sentence = said(saying, decided, language);
  const isRepresented = kind === "lawyer" || kind === "new_lawyer";
  const way = isRepresented ? ways.lawyer : ways.time;
  return { because: sentence, way, turnedAway: isRepresented ? `${sentence} ${way}` : sentence };
}

export type Sentences = {
  verdict: string;
  since: string;
  decided: string[];
  otherwise: string[];
};

type Wording = {
  machine: SurveyMachine;
  language: Language;
  /** Whether the visitor's own answers may be shown. */
  isWhole: boolean;
  /** How a moment is written. */
  time: (at: number) => string;
};

/** A verdict with what decided it and what would turn it, in whole sentences. None of them has a text that somebody typed. */
export function sentencesOf(decided: Decided, ways: readonly Otherwise[], wording: Wording): Sentences {
  const { language, time } = wording;
  const words = inLanguage(verdictWords, language);
  const { verdict, since, context } = decided;
  const changes = [
    ...new Map(ways.map(({ changes: [first] }) => [`${first.step} ${first.field}`, first])).values(),
  ];
  const result = (to: Verdict) =>
    to === "qualified" ? "qualified" : verdict === "qualified" ? "not" : "still";
  return {
    verdict: verdictSentence(decided, language),
    since: since
      ? fill(words.since, {
          question: questionOf(since.step, since.field, wording),
          after: minutes(since.afterMs),
          time: time(since.at),
        })
      : "",
    decided:
      verdict === "qualified"
        ? []
        : changes.flatMap((change) => {
            const question = questionAbout(change, wording);
            const answer = (wording.isWhole && answerText(change.was, change, wording)) || "";
            const { by, byAnswer } = words.decided;
            return question ? [fill(answer ? byAnswer : by, { question, answer })] : [];
          }),
    otherwise:
      ways.length === 0
        ? [words.nothing]
        : ways.map(({ changes, verdict: to }) => {
            const list = new Intl.ListFormat(language, { type: "conjunction" });
            const answers = list.format(changes.map((each) => insteadText(each, wording)));
            const reason = verdictSentence({ context, verdict: to }, language);
            return fill(words.would[result(to)], { answers, verdict: reason });
          }),
  };
}

/** `1:05`, minutes and seconds. */
function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A question as the visitor read it; of a form the field's. */
export function questionOf(
  step: string,
  field: string,
  { machine, language }: Pick<Wording, "machine" | "language">,
): string {
  const asked = stepNamed(step, machine);
  const wording = asked && wordsOfStep(asked, language);
  return wording?.fields?.[field as AnswerField]?.label ?? wording?.heading ?? step;
}

/** The question whose answer a change is of: a service's is of the field that it looked at. */
function questionAbout({ step, field, was }: Change, wording: Wording): string {
  if (was.kind === "answer") return questionOf(step, field, wording);
  return "";
}

/** The nearest other answers, three at most. */
function insteadText(change: Change, wording: Wording): string {
  const { answers } = inLanguage(verdictWords, wording.language);
  const { instead, onward } = change;
  const [first] = instead;
  if (first.kind !== "answer") return answerText(first, change, wording) ?? answers.outcome;
  const question = questionOf(change.step, change.field, wording);
  const option = optionText(first, change, wording);
  if (option === undefined) {
    const date = answerText(first, change, wording);
    return date === undefined
      ? fill(answers.other, { question })
      : fill(answers.dateFor, { date: onward ? fill(answers[onward], { date }) : date, question });
  }
  const labels = instead.flatMap((each) => optionText(each, change, wording) ?? []);
  const nearest = [...new Set(labels)].slice(0, 3).map((label) => fill(answers.option, { label }));
  const list = new Intl.ListFormat(wording.language, { type: "disjunction" });
  return fill(answers.to, { answer: list.format(nearest), question });
}

/** An answer in words: an option, a date, or what a service said; undefined for what was typed. */
function answerText(move: Move, change: Change, wording: Wording): string | undefined {
  const { answers } = inLanguage(verdictWords, wording.language);
  if (move.kind === "outcome") {
    const { outcome } = move;
    if (!("output" in outcome)) return undefined;
    if (outcome.call === "checkGibberish")
      return outcome.output.is_gibberish ? answers.gibberish : answers.sense;
    if (outcome.call !== "lookUpZip") return undefined;
    const { state, state_long } = outcome.output;
    const name = stateName(state, wording.language) ?? (state_long || state);
    return name === "" ? answers.noZip : fill(answers.zip, { state: name });
  }
  const option = optionText(move, change, wording);
  if (option !== undefined) return fill(answers.option, { label: option });
  const day = change.field === "" || change.field === "injury_year" ? dayOf(move) : undefined;
  return day && dateText(day, move, wording.language);
}

function dateText(day: CalendarDay, move: Move, language: Language): string {
  const { injury_month, injury_day, ticket_date } = move.kind === "answer" ? move.answers : {};
  return new Intl.DateTimeFormat(language, {
    year: "numeric",
    ...((injury_month || ticket_date) && { month: "long" }),
    ...((injury_day || ticket_date) && { day: "numeric" }),
    timeZone: "UTC",
  }).format(Date.UTC(day.year, day.month - 1, day.day));
}

function optionText(move: Move, change: Change, { machine, language }: Wording): string | undefined {
  const chosen = optionOf(move, change, machine);
  return chosen && optionLabel(chosen.value, change, { machine, language });
}

/** The option that was chosen: of the question, or of a form's field. */
export function optionOf(
  move: Move,
  { step, field }: Pick<Change, "step" | "field">,
  machine: SurveyMachine,
): Option | undefined {
  if (move.kind !== "answer") return undefined;
  const { options = [], fields = [] } = stepNamed(step, machine) ?? {};
  const own = fields.find(({ name }) => name === field)?.options;
  return own
    ? chosenIn(own, move.answers)
    : options.find(({ records }) => sameAnswers(records, move.answers));
}

/** The words of an option by its value. */
export function optionLabel(
  value: string,
  { step, field }: { step: string; field: string },
  { machine, language }: Pick<Wording, "machine" | "language">,
): string {
  const asked = stepNamed(step, machine);
  const words = asked && wordsOfStep(asked, language);
  const own = field === "" ? undefined : words?.fields?.[field as AnswerField];
  return (own ?? words)?.options?.[value] ?? value;
}
