import { answerIs } from "../rules/answers.ts";
import { accidentDateButtons } from "../rules/dates.ts";

/**
 * What a buyer wants of one field of a lead. A field that a lead does not say anything in is outside of it, unless
 * `orUnknown`.
 */
export type Condition = {
  /** By the lead's record, or what is known of the lead besides: `variant`. */
  field: string;
  /** One of these, whatever its letter case. */
  is?: readonly string[];
  /** None of these. */
  not?: readonly string[];
  atLeast?: number;
  atMost?: number;
  /** Days such as 2026-01-31, both included. */
  from?: string;
  until?: string;
  /** Whether it says anything. */
  given?: boolean;
  orUnknown?: true;
};

/** All conditions have to hold. */
export type Terms = readonly Condition[];

/** Which of the judged leads are wanted. */
export type JudgedAs = boolean | "any" | "not disqualified";

/** @param qualified null where nobody judges it, as of messages */
export function isJudgedAs(wanted: JudgedAs, qualified: boolean | null): boolean {
  if (wanted === "any") return true;
  return wanted === "not disqualified" ? qualified !== false : qualified === wanted;
}

/** What a lead says by fields, as it is posted. */
export type Said = Readonly<Record<string, unknown>>;

/** The text of a field; '' where the lead does not say anything in it. */
export function saidIn(lead: Said, field: string): string {
  const value = Object.hasOwn(lead, field) ? lead[field] : "";
  return String(value ?? "");
}

/** Fields that count the time since the accident. */
export const agesOfAccident: readonly string[] = ["days_from_incident_date", "months_from_incident_date"];

const longestAgo = accidentDateButtons.at(-1)!.value;

/** Whether an accident's age is only known as a minimum: "Over 2 Years" was pressed, and no date was given. */
function isFloor(lead: Said): boolean {
  return saidIn(lead, "injury_year") === "" && answerIs(saidIn(lead, "accident_date_button"), longestAgo);
}

export type Verdict = "holds" | "fails" | "unknown";

/** Whether a lead is as a condition wants it, as far as the lead says. */
export function verdictOn(condition: Condition, lead: Said): Verdict {
  const { field, is, not, atLeast, atMost, from, until, given } = condition;
  const said = saidIn(lead, field);
  if (given !== undefined) return (said !== "") === given ? "holds" : "fails";
  if (said === "") return "unknown";
  if (is) return is.some((each) => answerIs(said, each)) ? "holds" : "fails";
  if (not) return not.some((each) => answerIs(said, each)) ? "fails" : "holds";
  if (atLeast !== undefined || atMost !== undefined) {
    const count = Number(said);
    if (Number.isNaN(count)) return "unknown";
    if (count < (atLeast ?? count))
      return agesOfAccident.includes(field) && isFloor(lead) ? "unknown" : "fails";
    if (count > (atMost ?? count)) return "fails";
    const isOpen = atMost !== undefined && agesOfAccident.includes(field) && isFloor(lead);
    return isOpen ? "unknown" : "holds";
  }
  return said >= (from ?? said) && said <= (until ?? said) ? "holds" : "fails";
}

/** Whether a lead is within a condition: what is not known is outside, unless the condition says otherwise. */
export function isWithin(condition: Condition, lead: Said): boolean {
  const verdict = verdictOn(condition, lead);
  return verdict === "holds" || (verdict === "unknown" && condition.orUnknown === true);
}

/** The first condition that a lead is outside of; undefined for a lead within the terms. */
export function outsideOf(terms: Terms, lead: Said): Condition | undefined {
  return terms.find((condition) => !isWithin(condition, lead));
}

/** A record with each answer as the visitor gave it, where a rule has put another value in its place. */
export function asAnswered(record: Said): Said {
  const own = Object.entries(record).flatMap(([name, value]) =>
    name.startsWith("raw_") && value !== "" ? [[name.slice("raw_".length), value] as const] : [],
  );
  return { ...record, ...Object.fromEntries(own) };
}
