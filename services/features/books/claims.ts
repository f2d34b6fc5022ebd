import { agesOfAccident, asAnswered, saidIn, type Terms, verdictOn } from "../../../machines/lead/terms.ts";
import type { Declared } from "../../settings/destinations/shape.ts";
import { termsIn } from "../../settings/destinations/takes.ts";
import type { Lead, ReturnReason, Sighting } from "../../store/rows.ts";
import type { BookedOutcome } from "./outcomes.ts";

/**
 * What a reason for a return claims of a lead, as conditions that it says do not hold: `usual`, of any buyer, or where that
 * is none, the buyer's own on these fields. `words`: what the lead says to it, behind "but", where they hold and where
 * one fails; a failure without words confirms nothing.
 */
type Ground = {
  fields: readonly string[];
  usual?: Terms;
  words: (say: (field: string) => string) => { holds: string; fails?: string };
};

const answered = (holds: string, fails: string): Ground["words"] => {
  return () => ({ holds: `it answered that it ${holds}`, fails: `it answered that it ${fails}` });
};

const ageWords: Ground["words"] = (say) => {
  const text = `its accident was ${say("days_from_incident_date")} days before`;
  return { holds: text, fails: text };
};

/** What decides each reason: conditions, whom the buyer had before, or nobody of us. */
export const grounds: Record<ReturnReason, Ground | "repeats" | "cannot be judged by us"> = {
  has_lawyer: {
    fields: ["with_Lawyer"],
    usual: [{ field: "with_Lawyer", is: ["no"] }],
    words: answered("has no lawyer", "has a lawyer"),
  },
  at_fault: {
    fields: ["at_Fault", "partial_fault"],
    usual: [
      { field: "at_Fault", is: ["no"] },
      { field: "partial_fault", not: ["yes"], orUnknown: true },
    ],
    words: answered("was not at fault", "was at fault, or partly"),
  },
  no_injury: {
    fields: ["physical_injury"],
    usual: [{ field: "physical_injury", is: ["Yes"] }],
    words: answered("is hurt", "is not hurt"),
  },
  no_treatment: {
    fields: ["doctor_treatment"],
    usual: [{ field: "doctor_treatment", is: ["Yes"] }],
    words: answered("was treated", "was not treated"),
  },
  too_old: { fields: [...agesOfAccident, "incident_date", "accident_within_last_year"], words: ageWords },
  out_of_state: {
    fields: ["state"],
    words: (say) => ({
      holds: `it is in ${say("state")}, which the buyer takes`,
      fails: `it is in ${say("state")}, which the buyer does not take`,
    }),
  },
  duplicate: "repeats",
  wrong_number: {
    fields: ["sms_verified"],
    usual: [{ field: "sms_verified", is: ["yes"] }],
    words: () => ({ holds: "its number was proven by a code" }),
  },
  not_reached: "cannot be judged by us",
  not_interested: "cannot be judged by us",
  other: "cannot be judged by us",
};

/** Our own facts to compare a return with. `buyer`: its part of `destinations`, by the terms in force. */
export type KnownOfLead = {
  lead: Pick<Lead, "record" | "erasedAt">;
  sightings: readonly Pick<Sighting, "destination" | "kind" | "nth">[];
  buyer: Pick<Declared, "only"> | undefined;
};

/**
 * What a lead itself says to the reason of its return, as the visitor answered and not as a rule has changed it. `words`:
 * what it says; it follows "but". `open`: it says nothing, or not enough.
 */
export type Claim = { verdict: "denied" | "confirmed" | "open" | "not ours"; words: string };

/** @returns undefined without a reason, and for an erased lead */
export function claimOn(
  { buyer: name, reason }: Pick<BookedOutcome, "buyer" | "reason">,
  { lead: { record, erasedAt }, sightings, buyer }: KnownOfLead,
): Claim | undefined {
  if (reason === null || erasedAt !== null) return undefined;
  const ground = grounds[reason];
  if (ground === "cannot be judged by us") return { verdict: "not ours", words: ground };
  if (ground === "repeats") return repeated(name, sightings);
  const own = termsIn(buyer?.only).filter(({ field }) => ground.fields.includes(field.replace(/^raw_/, "")));
  const terms = ground.usual ?? own;
  if (terms.length === 0) return { verdict: "open", words: "the buyer’s terms say nothing of that" };
  const lead = asAnswered(record);
  const said = terms.map((term) => ({ verdict: verdictOn(term, lead), isOpen: term.orUnknown === true }));
  const { holds, fails } = ground.words((field) => saidIn(lead, field).toUpperCase());
  if (fails !== undefined && said.some(({ verdict }) => verdict === "fails"))
    return { verdict: "confirmed", words: fails };
  if (said.every(({ verdict, isOpen }) => verdict === "holds" || (verdict === "unknown" && isOpen)))
    return { verdict: "denied", words: holds };
  return { verdict: "open", words: "its answers do not say" };
}

/** Whether the buyer had a lead of its number from us. */
function repeated(buyer: string, sightings: KnownOfLead["sightings"]): Claim {
  const ofNumber = sightings.filter(
    ({ destination, kind }) => kind === "phone" && destination.toLowerCase() === buyer.toLowerCase(),
  );
  if (ofNumber.length === 0) return { verdict: "open", words: "we do not know what it had before" };
  return ofNumber.every(({ nth }) => nth === 1)
    ? { verdict: "denied", words: "the buyer had no other lead of its number from us" }
    : { verdict: "confirmed", words: "the buyer had another lead of its number from us" };
}

/** Whether a buyer's terms have anything of what a reason claims: a return beyond them is a favor. */
export function isInTerms(reason: ReturnReason, buyer: Pick<Declared, "only"> | undefined): boolean {
  const ground = grounds[reason];
  if (typeof ground === "string") return false;
  return termsIn(buyer?.only).some(({ field }) => ground.fields.includes(field.replace(/^raw_/, "")));
}
