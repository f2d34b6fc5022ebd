import type { CallFailure, CallId, CallOutputs, Outcome } from "../context/calls.ts";
import { type AnswerField, type Answers, answerFields } from "../rules/answers.ts";
import type { CalendarDay } from "../rules/dates.ts";
import { noPlace } from "../rules/place.ts";
import type { SurveyEvent } from "../survey.ts";

const phone = {
  success: true,
  valid: true,
  fraud_score: 0,
  line_type: "Wireless",
  active: true,
  message: "Success",
};
const california = { city: "Beverly Hills", state: "CA", state_long: "California", county: "Los Angeles" };
const kentucky = { city: "Louisville", state: "KY", state_long: "Kentucky", county: "Jefferson" };

const firm = { name: "Firm A", ids: [11] };

/** Possible answers of a service, by their meaning; the everyday one comes first. A new call must be added here. */
const answers: { [Id in CallId]: Record<string, CallOutputs[Id]> } = {
  checkEmail: {
    good: { valid: true, disposable: false, timesBadBefore: 0 },
    "no such address, first time": { valid: false, disposable: false, timesBadBefore: 0 },
    "disposable, second time": { valid: true, disposable: true, timesBadBefore: 1 },
  },
  lookUpZip: {
    "two-year state": california,
    "one-year state": kentucky,
    "unknown zip": noPlace,
    "unknown zip, asked about": { ...noPlace, isTaken: true },
  },
  checkPhone: {
    good: phone,
    "not active": { ...phone, active: false },
    "fraud score 85": { ...phone, fraud_score: 85 },
    "fraud score 86": { ...phone, fraud_score: 86 },
    "toll free": { ...phone, line_type: "Toll Free" },
    impossible: { ...phone, success: false, valid: false, message: "Invalid/nonexistent phone number (1)" },
    "no success": { ...phone, success: false, active: false, message: "Quota exceeded" },
  },
  readDescription: { "no hit and run": { hit_and_run: "no" }, "hit and run": { hit_and_run: "yes" } },
  findBuyers: {
    somebody: { selected: [firm], possible: [firm, { name: "Firm B", ids: [12, 13] }] },
    nobody: { selected: [], possible: [firm] },
    "nobody to ask": null,
  },
  listBuyers: { "one firm": [firm], "no firms": [] },
  checkGibberish: { sense: { is_gibberish: false }, gibberish: { is_gibberish: true } },
  exchangeLeadData: { done: null },
  postLead: { stored: { location: "/survey-thank-you/" } },
};

export const everyCall = Object.keys(answers) as CallId[];

/** Only one chart distinguishes an unreadable answer from none: while it looks for buyers. */
const failuresOf = (call: CallId): CallFailure["kind"][] =>
  call === "findBuyers" ? ["unavailable", "timeout", "garbage"] : ["unavailable", "timeout"];

export function outcomesOf(call: CallId): Outcome[] {
  const settled = Object.values(answers[call]).map((output) => ({ call, output }));
  return [...settled, ...failuresOf(call).map((kind) => ({ call, error: { kind } }))] as Outcome[];
}

export function outcomeLabels(call: CallId): string[] {
  return [...Object.keys(answers[call]), ...failuresOf(call)];
}

/** The outcome with that label. */
export function outcomeNamed(call: CallId, label: string): Outcome | undefined {
  return outcomesOf(call)[outcomeLabels(call).indexOf(label)];
}

/** The label of an outcome that has one. */
export function labelOf(outcome: Outcome): string | undefined {
  const written = JSON.stringify(outcome);
  const at = outcomesOf(outcome.call).findIndex((each) => JSON.stringify(each) === written);
  return outcomeLabels(outcome.call)[at];
}

/** An event of a simulation, and its short text in an address. */
export type Move =
  /** `today`: the visitor's day, where it is not that of the answers before it. */
  | { kind: "answer"; answers: Answers; today?: CalendarDay }
  | { kind: "outcome"; outcome: Outcome }
  /** Something that happens on the page beside the question, such as TOGGLE_PLAY; it records nothing. */
  | { kind: "page"; event: SurveyEvent }
  /** The same button once more, where the chart waits for that. */
  | { kind: "again" };

const [again, nothing] = ["again", "continue"];

/**
 * A move as text: `at_Fault=no`, `checkEmail:good`, `checkEmail:{"valid":true,…}`, `TOGGLE_PLAY`, `again`, and
 * `continue` for an answer that records nothing.
 */
export function writeMove(move: Move): string {
  switch (move.kind) {
    case "answer":
      return new URLSearchParams(move.answers as Record<string, string>).toString() || nothing;
    case "outcome": {
      const { outcome } = move;
      const said = "error" in outcome ? outcome.error.kind : JSON.stringify(outcome.output);
      return `${outcome.call}:${labelOf(outcome) ?? said}`;
    }
    case "page":
      return move.event.type;
    case "again":
      return again;
  }
}

/** Reads a move that people may have written; undefined for an invalid one. */
export function readMove(text: string): Move | undefined {
  if (text === again) return { kind: "again" };
  if (text === nothing) return { kind: "answer", answers: {} };
  if (/^[A-Z_]{1,40}$/.test(text)) return { kind: "page", event: { type: text } as SurveyEvent };
  const [, call, said = ""] = /^(\w+):(.*)$/s.exec(text) ?? [];
  if (everyCall.includes(call as CallId)) {
    const outcome = outcomeNamed(call as CallId, said) ?? outcomeWritten(call as CallId, said);
    return outcome && { kind: "outcome", outcome };
  }
  const fields = [...new URLSearchParams(text)];
  const areKnown = fields.every(([name]) => answerFields.includes(name as AnswerField));
  return areKnown && fields.length > 0 ? { kind: "answer", answers: Object.fromEntries(fields) } : undefined;
}

function outcomeWritten(call: CallId, said: string): Outcome | undefined {
  try {
    return { call, output: JSON.parse(said) } as Outcome;
  } catch {
    return undefined;
  }
}
