import { disqualification } from "../../context/disqualification.ts";
import type { Move } from "../../model/moves.ts";
import { recording } from "../../model/observed.ts";
import { type Made, otherMoves, type Turn, turnsOf, type Walk, walked } from "../../model/turns.ts";
import type { SurveyEntry } from "../../registry.ts";
import type { AnswerField, Answers } from "../../rules/answers.ts";
import { accidentAge, type CalendarDay, daysBetween } from "../../rules/dates.ts";
import type { SurveyContext } from "../../survey.ts";
import { type LogEntry, sameAnswers } from "../../visit/log.ts";
import { type ChartSettings, openVisit } from "../../visit/open-visit.ts";
import { postedTo, type VisitState } from "../../visit/visit-state.ts";

/**
 * How a lead is judged: `qualified`; `too_old` or `no_date`, where nothing disqualifies it and it is not qualified all the
 * same; else its `dq_reason`.
 */
export type Verdict = string;

/** The verdict on a visit as it is. @param today of the visitor, where that is not the day of the last answer */
export function verdictOf(context: SurveyContext, today: CalendarDay = context.today): Verdict {
  const { dq_reason, lead_is_qualified } = disqualification(context, today);
  if (dq_reason !== "" || lead_is_qualified === "yes") return dq_reason || "qualified";
  const { answers } = context;
  return accidentAge(answers, today) || answers.ticket_date ? "too_old" : "no_date";
}

/** The paths in the context from which a verdict is read. */
function readByJudge(context: SurveyContext): ReadonlySet<string> {
  const paths = new Set<string>();
  disqualification(
    recording(context, (path) => paths.add(path)),
    context.today,
  );
  return paths;
}

/** Another answer, or another answer of a service about one. */
export type Change = {
  /** The question that it is to. */
  step: string;
  /** Of a form with several: the field that is different; of a date in parts the first. */
  field: AnswerField | "";
  was: Move;
  /** The nearest ones to what was said; all of them come to the same. */
  instead: readonly [Move, ...Move[]];
  /** Every later or earlier date comes to the same, too. */
  onward?: "later" | "earlier";
};

/** Answers that together would have led to another verdict. */
export type Otherwise = { changes: readonly [Change, ...Change[]]; verdict: Verdict };

/** What decided about a visit that made a lead. */
export type Decided = {
  verdict: Verdict;
  context: SurveyContext;
  /**
   * The question since whose answer it has been so, the field where it is that of a form, when it was answered, and how long
   * after the visit's beginning; undefined from the start.
   */
  since?: { step: string; field: AnswerField | ""; at: number; afterMs: number };
  /** False where the chart has changed since, so that the visit does not come to its end on it. */
  isWhole: boolean;
};

/** A recorded visit on its chart, as far as the chart takes it now. */
export type Recorded = { walk: Walk; log: readonly LogEntry[] };

/** A visit as its log has it: the answers that count, each with what services said about it. */
export function recordedVisit(
  entry: SurveyEntry,
  settings: ChartSettings,
  log: readonly LogEntry[],
): Recorded {
  const { trail } = openVisit(entry, settings, log).visit;
  const begun = openVisit(
    entry,
    settings,
    log.filter(({ kind }) => kind === "entry"),
  );
  const made = trail.flatMap(({ step, answers, today, outcomes }): Made[] => [
    { step, move: { kind: "answer", answers, ...(today && { today }) } },
    ...outcomes.map((outcome): Made => ({ step, move: { kind: "outcome", outcome } })),
  ]);
  return { walk: walked(begun, made), log };
}

const contextOf = ({ replay }: VisitState): SurveyContext => replay.snapshot.context;
const endOf = ({ visits }: Walk): VisitState => visits.at(-1)!;
const isPosted = (visit: VisitState) => postedTo(visit) !== undefined;

/** The verdict on a recorded visit, and since when it has been so. */
export function decidedOn({ walk, log }: Recorded): Decided {
  const end = endOf(walk);
  const context = contextOf(end);
  const verdict = verdictOf(context);
  const held = walk.visits.findLastIndex((visit) => verdictOf(contextOf(visit)) !== verdict);
  const { step, move } = walk.made[held] ?? {};
  const isPlace = move?.kind === "outcome" && move.outcome.call === "lookUpZip";
  const field: Change["field"] = isPlace ? "zip_code" : "";
  const at = log.findLast(({ kind, body }) => kind === "answer" && body.step === step)?.at;
  const since = step !== undefined && at !== undefined && { step, field, at, afterMs: at - log[0]!.at };
  return { verdict, context, ...(since && { since }), isWhole: isPosted(end) };
}

/** How many answers are changed together at most. */
const mostChanges = 3;

/**
 * The nearest answers with which a visit would have come to another verdict. For a qualified one: each by itself that would
 * have lost it. For others: the fewest that together would have qualified it; where there are none such, those that would have
 * led to another reason.
 */
export function otherwise({ walk }: Pick<Recorded, "walk">): Otherwise[] {
  const first = nearestTurns(walk);
  if (verdictOf(contextOf(endOf(walk))) === "qualified") return first.map(({ way }) => way);
  let tried: Tried[] = first;
  for (let count = 1; count <= mostChanges; count++) {
    const found = tried.filter(({ way }) => way.verdict === "qualified");
    if (found.length > 0) return found.map(({ way }) => way);
    tried = count < mostChanges ? furtherTurns(tried) : [];
  }
  return first.map(({ way }) => way);
}

type Tried = { way: Otherwise; walk: Walk };

/** One change more, of an answer that was not changed yet; each set of changed questions once for a verdict. */
function furtherTurns(tried: readonly Tried[]): Tried[] {
  const known = new Map<string, Tried>();
  for (const { way, walk } of tried) {
    for (const next of nearestTurns(walk)) {
      const [change] = next.way.changes;
      if (way.changes.some((each) => nameOf(each) === nameOf(change))) continue;
      const changes = [...way.changes, change] as const;
      const key = `${changes.map(nameOf).sort().join()} ${next.way.verdict}`;
      if (known.has(key)) continue;
      known.set(key, {
        way: { changes: changes as unknown as Otherwise["changes"], verdict: next.way.verdict },
        walk: next.walk,
      });
    }
  }
  return [...known.values()];
}

const nameOf = ({ step, field, was }: Pick<Change, "step" | "field" | "was">) =>
  was.kind === "outcome" ? `${step} ${was.outcome.call}` : `${step} ${field}`;

/** The field of a form in which two of its answers differ. */
function fieldOf({ move, instead, walk, index, step }: Turn<Verdict>): Change["field"] {
  const { options, fields = [] } = walk.visits[index]!.survey.question(step) ?? {};
  if (options || fields.length < 2 || move.kind !== "answer" || instead.kind !== "answer") return "";
  const differs = (name: AnswerField) => move.answers[name] !== instead.answers[name];
  const changed = fields.find(
    ({ name, options = [] }) =>
      differs(name) ||
      options.some(({ records }) => Object.keys(records).some((each) => differs(each as AnswerField))),
  );
  if (!changed) return "";
  return changed.name.startsWith("injury_") ? "injury_year" : changed.name;
}

/** Of all single changes, the nearest for each question and verdict. */
function nearestTurns(walk: Walk): Tried[] {
  const context = contextOf(endOf(walk));
  const result = (visit: VisitState) => (isPosted(visit) ? verdictOf(contextOf(visit)) : undefined);
  const alike = new Map<string, Turn<Verdict>[]>();
  for (const turn of turnsOf(walk, readByJudge(context), context.today, result)) {
    const key = `${nameOf({ step: turn.step, field: fieldOf(turn), was: turn.move })} ${turn.result}`;
    alike.set(key, [...(alike.get(key) ?? []), turn]);
  }
  return [...alike.values()].map((turns) => triedOf(turns, walk, context.today));
}

function triedOf(turns: readonly Turn<Verdict>[], walk: Walk, today: CalendarDay): Tried {
  const [{ step, move: was, result: verdict, index }] = turns as [Turn<Verdict>];
  const cases = otherMoves(walk.visits[index]!, was, today);
  const placeOf = (move: Move) => cases.findIndex((each) => isSameMove(each, move));
  const distance = ({ instead }: Turn<Verdict>) =>
    daysApart(instead, was) ?? Math.abs(placeOf(instead) - placeOf(was));
  // Who pressed a button is told of buttons, and who gave a date of dates.
  const sameManner = turns.filter(({ instead }) => isDated(instead) === isDated(was) && isKnown(instead));
  const nearest = (sameManner.length > 0 ? sameManner : turns).toSorted(
    (one, other) => distance(one) - distance(other),
  );
  const instead = nearest.map((turn) => turn.instead) as [Move, ...Move[]];
  const onward = onwardFrom(was, instead, cases);
  const change = { step, field: fieldOf(turns[0]!), was, instead, ...(onward && { onward }) };
  return { way: { changes: [change], verdict }, walk: nearest[0]!.walk };
}

/** Whether each date that was tried beyond the nearest comes to the same. */
function onwardFrom(was: Move, all: readonly [Move, ...Move[]], cases: readonly Move[]): Change["onward"] {
  const beyond = daysFrom(was, all[0]);
  if (beyond === undefined) return undefined;
  const side = Math.sign(beyond);
  const further = cases.filter((each) => {
    const days = daysFrom(was, each);
    return days !== undefined && days * side >= beyond * side;
  });
  const isAll = further.every((each) => all.some((move) => isSameMove(each, move)));
  return isAll ? (side > 0 ? "later" : "earlier") : undefined;
}

/** Days from the date of one answer to that of another, where both have one. */
function daysFrom(one: Move, other: Move): number | undefined {
  const [from, to] = [dayOf(one), dayOf(other)];
  return from && to && daysBetween(from, to);
}

const daysApart = (one: Move, other: Move) => {
  const days = daysFrom(one, other);
  return days === undefined ? undefined : Math.abs(days);
};

const isDated = (move: Move) => dayOf(move) !== undefined;

/** False for a look-up that knows no place. */
const isKnown = (move: Move) =>
  !(move.kind === "outcome" && move.outcome.call === "lookUpZip" && "output" in move.outcome) ||
  move.outcome.output.state !== "";

/** The day that an answer says, the first one of a month or a year. */
export function dayOf(move: Move): CalendarDay | undefined {
  if (move.kind !== "answer") return undefined;
  const { injury_year, injury_month, injury_day, ticket_date }: Answers = move.answers;
  const [year, month, day] = ticket_date?.split("-") ?? [injury_year, injury_month, injury_day];
  return Number(year) ? { year: Number(year), month: Number(month || 1), day: Number(day || 1) } : undefined;
}

function isSameMove(one: Move, other: Move): boolean {
  if (one.kind === "answer" && other.kind === "answer") return sameAnswers(one.answers, other.answers);
  if (one.kind === "outcome" && other.kind === "outcome")
    return JSON.stringify(one.outcome) === JSON.stringify(other.outcome);
  return false;
}
