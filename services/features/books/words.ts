import { printable } from "../../observe/printable.ts";
import { dollars } from "../../operations/text.ts";
import type { ReturnReason } from "../../store/rows.ts";
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
