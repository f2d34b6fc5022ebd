import type { CallFailure, CallOutputs, Outcome } from "../context/calls.ts";
import { type Arrival, track } from "../context/tracking.ts";
import type { SurveyEntry } from "../registry.ts";
import type { AnswerField, Answers } from "../rules/answers.ts";
import { type CalendarDay, isRealDate, utcDay } from "../rules/dates.ts";
import type { Buyer } from "../rules/one-to-one.ts";
import { flagValue, readFlags } from "../rules/page-flags.ts";
import { isImpossible, isTollFree } from "../rules/phone.ts";
import type { Step } from "../steps/step.ts";
import type { ChartSettings } from "../visit/open-visit.ts";
import { answerCases } from "./cases.ts";
import { labelOf, type Move, outcomesOf } from "./moves.ts";
import type { Scenario } from "./setup.ts";

/**
 * An outcome with everything that charts decide on, but without the service's own text, which may repeat personal data.
 * Outcomes that the simulator offers stay as they are.
 */
export function maskedOutcome(outcome: Outcome): Outcome {
  if (labelOf(outcome)) return outcome;
  const { call } = outcome;
  if ("error" in outcome) return { call, error: { kind: failureOf(outcome.error) } } as Outcome;
  return { call, output: maskedOutput(outcome) } as Outcome;
}

/** The kind of failure, as far as the simulator distinguishes kinds. */
function failureOf({ kind }: CallFailure): CallFailure["kind"] {
  return kind === "timeout" ? kind : "unavailable";
}

function maskedOutput(outcome: Extract<Outcome, { output: unknown }>): CallOutputs[Outcome["call"]] {
  switch (outcome.call) {
    case "checkEmail": {
      if ("blocked" in outcome.output) return { blocked: true };
      const { valid, disposable, timesBadBefore } = outcome.output;
      return {
        valid: Boolean(valid),
        disposable: Boolean(disposable),
        timesBadBefore: Number(timesBadBefore),
      };
    }
    case "lookUpZip": {
      const { state, isTaken } = outcome.output;
      const known = /^[A-Z]{2}$/.test(state) ? state : "";
      return { city: "", state: known, state_long: "", county: "", ...(isTaken && { isTaken }) };
    }
    case "checkPhone": {
      const report = outcome.output;
      if ("good" in report) return { good: Boolean(report.good), message: "" };
      return {
        success: Boolean(report.success),
        valid: Boolean(report.valid) && !isImpossible(report),
        fraud_score: Number(report.fraud_score),
        line_type: isTollFree(report) ? "Toll Free" : "Wireless",
        active: Boolean(report.active),
        message: isImpossible(report) ? "Invalid/nonexistent phone number" : "",
      };
    }
    case "findBuyers": {
      const found = outcome.output;
      return found && { selected: found.selected.map(unnamed), possible: found.possible.map(unnamed) };
    }
    case "listBuyers":
      return outcome.output.map(unnamed);
    case "readDescription":
      return { hit_and_run: outcome.output.hit_and_run === "yes" ? "yes" : "no" };
    case "checkGibberish":
      return { is_gibberish: Boolean(outcome.output.is_gibberish) };
    default: {
      const [usual] = outcomesOf(outcome.call);
      return (usual as typeof outcome).output;
    }
  }
}

const unnamed = ({ ids }: Buyer): Buyer => ({ name: "A firm", ids: ids.map(Number) });

/**
 * Moves without any word that a visitor typed. Values of options stay, as do days of accidents and tickets, which rules
 * depend on; everything else is replaced by the simulator's plain answer. Outcomes are masked by `maskedOutcome`.
 * @param steps the question of each answer, in order
 */
function masked(
  moves: readonly Move[],
  steps: readonly string[],
  question: (name: string) => Step | undefined,
  today: CalendarDay,
): Move[] {
  let answer = 0;
  return moves.map((move): Move => {
    if (move.kind === "answer")
      return { kind: "answer", answers: maskedAnswers(move.answers, question(steps[answer++]!), today) };
    return move.kind === "outcome" ? { kind: "outcome", outcome: maskedOutcome(move.outcome) } : move;
  });
}

const parts = /^(injury|ticket)_(year|month|day)$/;

/** True for the date of an accident or a ticket, or a part of one. */
function isOfADay(name: string, value: string): boolean {
  if (parts.test(name)) return /^\d{1,4}$/.test(value);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return name === "ticket_date" && isRealDate({ year: Number(year), month: Number(month), day: Number(day) });
}

/** True for a value that may be shown: one that an option of the question records, or a date that it asks for. */
export function isPlain(name: string, value: string, step: Step | undefined): boolean {
  const options = [...(step?.options ?? []), ...(step?.fields ?? []).flatMap((field) => field.options ?? [])];
  return options.some(({ records }) => records[name as AnswerField] === value) || isOfADay(name, value);
}

function maskedAnswers(answers: Answers, step: Step | undefined, today: CalendarDay): Answers {
  const plainCase = step && answerCases(step, today).find(({ label }) => label === "plain");
  const plain: Answers = plainCase?.kind === "answer" ? plainCase.answers : {};
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) => {
      if (isPlain(name, value, step)) return [[name, value]];
      const sample = plain[name as AnswerField];
      return sample === undefined ? [] : [[name, sample]];
    }),
  );
}

type CameIn = { arrival: Arrival; startedAt: number };
type Way = {
  moves: readonly Move[];
  /** The question of each answer, in order. */
  steps: readonly string[];
  /** The visitor's date at the last answer, where it is known. */
  today: CalendarDay | undefined;
};

/**
 * A recorded visit as a simulation that identifies nobody. It keeps the survey, the state, the page flags and the ids
 * of affiliate and offer of its arrival; and what `masked` leaves of its answers.
 */
export function maskedScenario(
  entry: SurveyEntry,
  { arrival, startedAt }: CameIn,
  { moves, steps, today = utcDay(startedAt) }: Way,
  { settings, question }: { settings: ChartSettings; question: (name: string) => Step | undefined },
): Scenario {
  const { dateOfBirthStates = [], noDefaultBuyersStates = [] } = settings;
  const { affid, oid } = track(arrival, entry.defaults);
  const query = new URLSearchParams({ affid: plainId(affid), oid, flags: flagsIn(arrival) }).toString();
  const setup = { path: entry.path, query, region: stateOf(arrival), today };
  return {
    setup: { ...setup, dateOfBirthStates, noDefaultBuyersStates },
    moves: masked(moves, steps, question, today),
    at: moves.length,
  };
}

/** Affiliate ids are numbers; anything else could be a person's name. */
function plainId(id: string): string {
  return /^\d{0,12}$/.test(id) ? id : "";
}

function stateOf({ region = "" }: Arrival): string {
  return /^[A-Z]{2}$/.test(region) ? region : "";
}

/**
 * The known page flags, with those of the address over those of an experiment; any other text in the address is
 * dropped.
 */
function flagsIn({ query, arm }: Arrival): string {
  const { flags } = readFlags([arm?.flags, query.flags].filter(Boolean).join());
  return Object.entries(flags)
    .map(([name, value]) => `${name}:${flagValue(value)}`)
    .join();
}
