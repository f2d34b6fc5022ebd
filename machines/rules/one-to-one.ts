import type { YesNo } from "./qualification.ts";

/** A law firm that may be named in a consent: its name and its numeric ids (specification 3.2). */
export type Buyer = { name: string; ids: number[] };

/** Whom a visitor may be asked to consent to, and how that was found out. */
export type BuyersOutcome = {
  /** The buyers the consent names. */
  selected: Buyer[];
  /** All that could have been. */
  possible: Buyer[];
  /** The buyers service failed or took too long. */
  timeout: YesNo;
  /** There is somebody to name. */
  consent: YesNo;
  /** The service selected nobody; yes also where default buyers stand in (decision 98). */
  dq: YesNo;
};

/** Added in front of all possible buyers where the service chooses (specification 9); it has no name to show. */
export const FIRST_POSSIBLE_BUYER = 8674;

/** Named where the service selects nobody (specification 9); the names are placeholders. */
export const defaultBuyers: readonly Buyer[] = [
  { name: "Partner Law Firm One", ids: [40747] },
  { name: "Partner Law Firm Two", ids: [40745] },
];

/**
 * The outcome where even asking failed: nobody is named and no consent asked for (specification 8). The
 * chart goes on with `PhoneAbbreviatedTCPA`.
 */
export const noBuyers: BuyersOutcome = {
  selected: [],
  possible: [],
  timeout: "no",
  consent: "no",
  dq: "yes",
};

/**
 * Judges what the buyers service answered (specification 8; decisions 95 to 99).
 * @param answer null when it failed or took longer than its 15 s
 * @param state two letters, '' when unknown
 * @param statesWithoutDefaults where nobody stands in, two-letter codes
 */
export function chooseBuyers(
  answer: { selected: readonly Buyer[]; possible: readonly Buyer[] } | null,
  state: string,
  statesWithoutDefaults: readonly string[],
): BuyersOutcome {
  const { selected, possible } = answer ?? { selected: [], possible: [] };
  const isNobody = selected.length === 0;
  const named = isNobody && !statesWithoutDefaults.includes(state) ? defaultBuyers : selected;
  return {
    selected: [...named],
    possible: [...possible],
    timeout: answer ? "no" : "yes",
    consent: named.length > 0 ? "yes" : "no",
    dq: isNobody ? "yes" : "no",
  };
}

/** The outcome of a variant whose buyers are fixed: no service is asked. */
export function fixedBuyers(buyers: readonly Buyer[]): BuyersOutcome {
  return {
    selected: [...buyers],
    possible: [...buyers],
    timeout: "no",
    consent: buyers.length > 0 ? "yes" : "no",
    dq: buyers.length > 0 ? "no" : "yes",
  };
}

/** One-to-one fields of the record; lists hold ids or names. */
export type OneToOneFields = Record<string, string | number | number[] | string[]>;

/**
 * The one-to-one consent fields (specification 3.2). Names stand only where they were shown.
 * @param areFixed the variant's own list: no first buyer is added to it
 */
export function oneToOneFields(outcome: BuyersOutcome, { areFixed }: { areFixed: boolean }): OneToOneFields {
  const { selected, possible, timeout, consent, dq } = outcome;
  const possibleIds = idsOf(possible);
  const isFirstMissing = !areFixed && !possibleIds.includes(FIRST_POSSIBLE_BUYER);
  const first = isFirstMissing ? [FIRST_POSSIBLE_BUYER] : [];
  const standIns = dq === "yes" && selected.length > 0;
  return {
    "1_to_1_consent": consent,
    "1_to_1_result": resultOf(outcome, standIns, areFixed),
    "1_to_1_timeout": timeout,
    "1_to_1_dq": dq,
    selected_buyers: idsOf(selected),
    selected_buyer_names: namesOf(selected),
    displayed_buyers: namesOf(selected),
    selected_buyers_number: selected.length,
    selected_buyers_changed: standIns ? "yes" : "no",
    all_possible_buyer_names: namesOf(possible),
    all_possible_buyer_ids: [...first, ...possibleIds],
    all_possible_buyers_number: first.length + possible.length,
  };
}

/** Our own reading of a field the specification only names: where the named buyers come from. */
function resultOf({ consent }: BuyersOutcome, standIns: boolean, areFixed: boolean): string {
  if (consent === "no") return "none";
  if (standIns) return "default";
  return areFixed ? "fixed" : "selected";
}

const idsOf = (buyers: readonly Buyer[]) => buyers.flatMap(({ ids }) => ids);
const namesOf = (buyers: readonly Buyer[]) => buyers.map(({ name }) => name);
