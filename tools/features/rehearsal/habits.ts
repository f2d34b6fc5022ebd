import { answerCases, askedOf, type Case } from "../../../machines/model/cases.ts";
import { walkDay } from "../../../machines/model/covering.ts";
import { findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { accidentAge, type CalendarDay, knownDays, utcDay } from "../../../machines/rules/dates.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { type LogEntry, readLog, sameAnswers } from "../../../machines/visit/log.ts";
import { surveyAt } from "../../../machines/visit/open-visit.ts";
import { isOver, readVisit } from "../../../machines/visit/visit-state.ts";

/** How often recorded visitors took each way from a question. `cases` counts the model's cases, by their place in its list. */
export type StepHabits = { left: number; back: number; cases: Record<number, number> };

/** What is learned of recorded visits: counts alone. By the survey's path, then by its questions. */
export type Habits = Record<string, { visits: number; steps: Record<string, StepHabits> }>;

/** The fewest visitors who must have done something for anybody to do it again: what one did alone could be known again. */
const fewest = 2;

const known = new Map<string, Case[]>();

/** The model's cases of a survey's question, the same list for counting and for drawing. */
export function casesOf({ variant }: Pick<SurveyEntry, "variant">, step: string, today: CalendarDay): Case[] {
  const question = stepNamed(step, variant.machine);
  if (!question) return [];
  const { code, limits, machine } = variant;
  // Without a date among its fields a question has the same cases on every day.
  const isDated =
    question.kind !== "choice" && question.kind !== "contact" && question.kind !== "description";
  const name = JSON.stringify([code, step, isDated && today]);
  const cases = known.get(name) ?? answerCases(question, today, askedOf(machine, walkDay, { limits }));
  known.set(name, cases);
  return cases;
}

/** Counts one more visit. One that its chart cannot read any more counts for nothing. */
export function learn(habits: Habits, log: readonly LogEntry[]): void {
  const { arrival, startedAt } = readLog(log);
  const entry = findEntry(arrival.path);
  if (!entry) return;
  const standing = standingOf(entry, log);
  if (!standing) return;
  habits[entry.path] ??= { visits: 0, steps: {} };
  const survey = habits[entry.path]!;
  survey.visits += 1;
  const of = (step: string) => {
    survey.steps[step] ??= { left: 0, back: 0, cases: {} };
    return survey.steps[step];
  };
  for (const { kind, at, body } of log) {
    if (kind === "back") of(body.from).back += 1;
    if (kind !== "answer") continue;
    const place = placeIn(
      casesOf(entry, body.step, body.today ?? utcDay(at)),
      body.answers,
      body.today ?? utcDay(startedAt),
    );
    if (place >= 0) of(body.step).cases[place] = (of(body.step).cases[place] ?? 0) + 1;
  }
  if (standing.step) of(standing.step).left += 1;
}

/** What fewer than two visitors did is forgotten, of each count by itself. */
export function withoutSingles(habits: Habits): Habits {
  const common = (count: number) => (count < fewest ? 0 : count);
  return Object.fromEntries(
    Object.entries(habits).flatMap(([path, { visits, steps }]) => {
      if (visits < fewest) return [];
      const kept = Object.entries(steps).map(([step, { left, back, cases }]) => {
        const often = Object.entries(cases).filter(([, count]) => count >= fewest);
        return [step, { left: common(left), back: common(back), cases: Object.fromEntries(often) }];
      });
      return [[path, { visits, steps: Object.fromEntries(kept) }]];
    }),
  );
}

/** Where a visit stands that is not over; undefined for one that cannot be read. */
function standingOf(entry: SurveyEntry, log: readonly LogEntry[]): { step: string } | undefined {
  try {
    const state = readVisit(surveyAt(entry, {}), log);
    return { step: isOver(state) ? "" : state.step };
  } catch {
    return undefined;
  }
}

/** The case that an answer is most like: the same, or the nearest date that is not later; else the plain one. */
function placeIn(cases: readonly Case[], answers: Answers, today: CalendarDay): number {
  const answered = cases.map((each) => (each.kind === "answer" ? each.answers : {}));
  const same = answered.findIndex((each) => sameAnswers(each, answers));
  if (same >= 0) return same;
  const ageOf = (each: Answers) => knownDays(accidentAge(each, today));
  const age = ageOf(answers);
  if (age === undefined) return answered.length - 1 < 0 ? -1 : 0;
  const older = answered
    .map((each) => ageOf(each) ?? Number.POSITIVE_INFINITY)
    .map((each) => (each <= age ? each : -1));
  const nearest = Math.max(...older);
  return nearest < 0 ? 0 : older.indexOf(nearest);
}
