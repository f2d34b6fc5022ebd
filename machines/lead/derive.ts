import { disqualification } from "../context/disqualification.ts";
import { accidentFields } from "../context/known-fields.ts";
import { answerDigits } from "../fields/parse-answer.ts";
import { type AnswerField, type Answers, answerFields } from "../rules/answers.ts";
import { hasBadWords, isHitAndRun, isOnFirstList } from "../rules/content-filter.ts";
import { type AccidentAge, accidentAge, buttonFor } from "../rules/dates.ts";
import {
  type Change,
  forceEarlyTreatment,
  forcePartialFault,
  noteDescription,
} from "../rules/forced-answers.ts";
import { isGibberishName } from "../rules/gibberish-name.ts";
import { oneToOneFields } from "../rules/one-to-one.ts";
import { doNotSendToDq, enoughWords, isPsfCandidate, type YesNo } from "../rules/qualification.ts";
import type { Variant } from "../variant.ts";
import { approvedPhone } from "../visit/facts.ts";
import type { LogEntry } from "../visit/log.ts";
import type { DerivedLead, LeadContext, LeadFacts, LeadRecord } from "./lead.ts";
import { postedTraffic, trackingFields } from "./tracking-fields.ts";

/** Posted as first_name and last_name, or not at all (spec 3.2 and 7). */
type Unposted = "firstName" | "lastName" | "lawyer_redirect_reason";
type PostedField = Exclude<AnswerField, Unposted>;

const unposted: readonly AnswerField[] = [
  "firstName",
  "lastName",
  "lawyer_redirect_reason",
] satisfies Unposted[];
const posted = answerFields.filter((field): field is PostedField => !unposted.includes(field));

/** The answers as every lead carries them: each field of the record, '' where it was not asked. */
function postedAnswers(answers: Answers): Record<PostedField, string> {
  const fields = {} as Record<PostedField, string>;
  for (const field of posted) fields[field] = answers[field] ?? "";
  return fields;
}

/** Answers that a rule may overwrite; the visitor's own word is always kept as `raw_…` (rulings 1 and 84). */
const keptRaw = [
  "at_Fault",
  "physical_injury",
  "doctor_treatment",
  "when_seek_medical_treatment",
  "accident_date_button",
  "case_description",
] as const satisfies readonly (keyof Answers)[];

/** Every value that a rule puts in place of an answer, in the order of the rules. */
function changesTo(
  { answers, checks, notes = [] }: LeadContext,
  { today, earlyTreatment, settings }: Pick<LeadFacts, "today" | "earlyTreatment" | "settings">,
  age: AccidentAge | undefined,
): Change[] {
  return [
    ...derivedButton(answers, age),
    ...forcePartialFault(answers, checks.place.state, settings.partialFaultStates),
    ...forceEarlyTreatment({ answers, age, today, mode: earlyTreatment, on: settings.forceEarlyTreatment }),
    ...noteDescription(answers.case_description ?? "", notes),
  ];
}

/** The visitor's own words for answers that may have been changed, '' where nothing was asked. */
function rawAnswers(answers: Answers): Record<`raw_${string}`, string> {
  return Object.fromEntries(keptRaw.map((field) => [`raw_${field}`, answers[field] ?? ""]));
}

/** A date also presses the button that it falls under (rulings 12 and 82). */
function derivedButton({ accident_date_button: pressed }: Answers, age: AccidentAge | undefined): Change[] {
  if (pressed !== undefined || !age) return [];
  return [
    { field: "accident_date_button", raw: "", value: buttonFor(age.days), rule: "button_of_exact_date" },
  ];
}

export type { DerivedLead, LeadFacts } from "./lead.ts";

/**
 * Makes the lead of a finished survey (spec 3.2, 4.3, 5.8). Pure: the same chart and facts
 * give the same lead. Only answers on the visitor's own way are in `context.answers`.
 */
export function deriveLead(context: LeadContext, facts: LeadFacts): DerivedLead {
  const { answers, checks } = context;
  const { firstName = "", lastName = "" } = answers;
  const age = accidentAge(answers, facts.today);
  const changes = changesTo(context, facts, age);
  const judged = {
    ...postedAnswers(answers),
    when_seek_medical_treatment_date: "",
    ...Object.fromEntries(changes.map(({ field, value }) => [field, value])),
  };
  const flags = textFlags(context, facts.settings);
  const verdict = disqualification(context, facts.today);

  const record: LeadRecord = {
    ...judged,
    ...(facts.accidentType !== undefined && { accident_type: facts.accidentType }),
    ...rawAnswers(answers),
    derived_fields: changes.map(({ field }) => field),
    ...accidentFields(answers, facts.today, facts.incidentPrecision),
    first_name: firstName,
    last_name: lastName,
    ...checks.place,
    ip_address: facts.ip_address,
    user_agent: facts.user_agent,
    page_referer: facts.page_referer,
    ...flags,
    is_gibberish: checks.gibberish === "unchecked" ? "" : (checks.gibberish ?? ""),
    ...verdict,
    do_not_send_to_dq: doNotSendToDq({
      ...judged,
      accident_limit_exceeded: verdict.accident_limit_exceeded,
      is_gibberish: yesNo(checks.gibberish === "yes"),
      enough_words: flags.enough_words as YesNo | "",
    }),
    psf_candidate: yesNo(isPsfCandidate(answers)),
    ...checkFields(checks),
    sms_verified: yesNo(
      answers.phone !== undefined && approvedPhone(facts.known ?? {}) === answerDigits(answers.phone),
    ),
    ...trackingFields(postedTraffic(context), facts),
    ...(checks.buyers && oneToOneFields(checks.buyers)),
  };
  return {
    record,
    changes,
    qualified: verdict.lead_is_qualified === "yes",
    dqReason: verdict.dq_reason,
  };
}

const yesNo = (holds: boolean) => (holds ? "yes" : "no");

/** The services' results for the visitor's address and number. */
function checkFields({ email, phone }: LeadContext["checks"]): LeadRecord {
  return {
    email_check: email ?? "",
    phone_valid: yesNo(phone?.valid ?? false),
    phone_active: yesNo(phone?.active ?? false),
    phone_check: phone?.unchecked ? "unchecked" : "checked",
  };
}

/**
 * Flags of what the visitor wrote (spec 3.2, 5.4, 5.5, 5.9). They are judged by the visitor's own words; a note only
 * lifts `bad_words` (rulings 84 and 85). Without a description there is no hit and run to read and there are no words
 * to count.
 */
function textFlags(
  { answers, checks, tracking, notes = [] }: LeadContext,
  { reservedSurnames }: { reservedSurnames: readonly string[] },
): LeadRecord {
  const { firstName = "", lastName = "", case_description: description } = answers;
  const names = { oid: tracking.oid, reservedSurnames };
  const raw_bad_words = yesNo(hasBadWords(description ?? ""));
  return {
    bad_words: notes.length > 0 ? "no" : raw_bad_words,
    raw_bad_words,
    hit_and_run: checks.hitAndRun ?? (description === undefined ? "" : yesNo(isHitAndRun(description))),
    enough_words: description === undefined ? "" : enoughWords(description),
    name_gibberish: yesNo([firstName, lastName].some((name) => isGibberishName(name, names))),
    name_bad_word: yesNo(isOnFirstList(`${firstName} ${lastName}`)),
  };
}

/** A lead's variant, as far as its derivation needs it. */
export function variantFacts({
  earlyTreatment,
  accidentType,
  flow,
}: Required<Variant>): Pick<LeadFacts, "earlyTreatment" | "accidentType" | "incidentPrecision"> {
  return {
    earlyTreatment,
    accidentType: accidentType || undefined,
    incidentPrecision: flow === "one-page" ? "year" : "month",
  };
}

/**
 * `time_on_steps` (spec 3.2, ruling 48): whole seconds, one `step:seconds` entry per visited
 * step in the order of first visits, joined by `|`; time spent on a step again is added.
 */
export function timeOnSteps(log: readonly LogEntry[]): string {
  const spent = new Map<string, number>();
  let since = log[0]?.at ?? 0;
  for (const entry of log) {
    if (entry.kind !== "answer" && entry.kind !== "back") continue;
    const step = entry.kind === "answer" ? entry.body.step : entry.body.from;
    spent.set(step, (spent.get(step) ?? 0) + Math.max(0, entry.at - since));
    since = entry.at;
  }
  return [...spent].map(([step, ms]) => `${step}:${Math.round(ms / 1000)}`).join("|");
}
