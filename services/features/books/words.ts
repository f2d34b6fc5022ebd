import { answerIs } from "../../../machines/rules/answers.ts";
import { printable } from "../../observe/printable.ts";
import { dollars } from "../../operations/text.ts";
import type { Lead, ReturnReason, Sighting } from "../../store/rows.ts";
import type { Counted } from "../../store/sales/ledger-lines.ts";
import type { BookedOutcome } from "./outcomes.ts";

/**
 * What the books have for a report, and why no more: `$45.00`, `$0.00: after 7 days`; `-` where nothing is to be
 * booked.
 */
export function booksText({
  outcome,
  booked,
  why,
}: Counted & Partial<Pick<BookedOutcome, "outcome">>): string {
  if (outcome !== undefined && !isMoney(outcome)) return "-";
  return why === null ? dollars(booked) : `${dollars(booked)}: ${why}`;
}

/**
 * A report without its author: `returned because it has a lawyer, $45.00, its id r-1; in the books $0.00: after 7
 * days`.
 * @param isWhole whether its reader may know who the visitors are, whom a buyer's own id may reveal
 */
export function reportText(said: BookedOutcome, isWhole: boolean): string {
  const { outcome, reason, amountCents, currency, buyerLeadId } = said;
  const parts = [
    reason === null ? outcome : `${outcome} because ${reasonWords[reason]}`,
    amountCents !== null &&
      (amountCents / 100).toLocaleString("en-US", { style: "currency", currency: currency! }),
    isWhole && buyerLeadId !== null && `its id ${printable(buyerLeadId)}`,
  ];
  const books = isMoney(outcome) ? `; in the books ${booksText(said)}` : "";
  return `${parts.filter((part) => part !== false).join(", ")}${books}`;
}

/** Whether the books follow such a report. */
export const isMoney = (outcome: BookedOutcome["outcome"]) => outcome === "returned" || outcome === "paid";

/** Why a lead came back, behind "because". */
export const reasonWords: Record<ReturnReason, string> = {
  has_lawyer: "it has a lawyer",
  at_fault: "it was at fault",
  no_injury: "it is not hurt",
  no_treatment: "it was not treated",
  too_old: "its accident is too old",
  out_of_state: "it is out of state",
  duplicate: "the buyer had it already",
  wrong_number: "its number is wrong",
  not_reached: "it was not reached",
  not_interested: "it is not interested",
  other: "of something else",
};

/** A reason as the books write it, before what a person adds: `has_lawyer: said so on the phone`. */
export const reasonText = (reason: ReturnReason | undefined, said: string) =>
  [reason, said].filter(Boolean).join(": ");

/**
 * Our own facts to compare a return with. `states`: those that the buyer takes, where its part of `destinations` names
 * them.
 */
export type KnownOfLead = {
  lead: Pick<Lead, "record" | "erasedAt">;
  sightings: readonly Pick<Sighting, "destination" | "kind" | "nth">[];
  states: readonly string[] | undefined;
};

/**
 * The lead's own answer or fact that contradicts the reason for its return; follows "but". An answer is as the visitor
 * gave it, not as a rule has changed it.
 * @returns undefined without a contradiction, without facts, or for an erased lead
 */
export function contradictionOf(
  { buyer, reason }: Pick<BookedOutcome, "buyer" | "reason">,
  { lead: { record, erasedAt }, sightings, states }: KnownOfLead,
): string | undefined {
  if (reason === null || erasedAt !== null) return undefined;
  const field = (name: string) => (typeof record[name] === "string" ? (record[name] as string) : "");
  const says = (name: string, value: string) => answerIs(field(`raw_${name}`) || field(name), value);
  const state = field("state").toUpperCase();
  const ofNumber = sightings.filter(
    ({ destination, kind }) => kind === "phone" && destination.toLowerCase() === buyer.toLowerCase(),
  );
  const known: Partial<Record<ReturnReason, [boolean, string]>> = {
    has_lawyer: [says("with_Lawyer", "no"), "it answered that it has no lawyer"],
    at_fault: [
      says("at_Fault", "no") && !says("partial_fault", "yes"),
      "it answered that it was not at fault",
    ],
    no_injury: [says("physical_injury", "yes"), "it answered that it is hurt"],
    no_treatment: [says("doctor_treatment", "yes"), "it answered that it was treated"],
    out_of_state: [states?.includes(state) ?? false, `it is in ${state}, which the buyer takes`],
    duplicate: [
      ofNumber.length > 0 && ofNumber.every(({ nth }) => nth === 1),
      "the buyer had no other lead of its number from us",
    ],
    wrong_number: [answerIs(field("sms_verified"), "yes"), "its number was proven by a code"],
  };
  const [isSo, words] = known[reason] ?? [];
  return isSo ? words : undefined;
}
