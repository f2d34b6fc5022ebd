import type { YesNo } from "./qualification.ts";

/**
 * A law firm that may be named in a consent: its name and its numeric ids (spec 3.2). The operator's other facts about
 * it are shown beside the consent: its city, and its entry with the bar, an https address.
 */
export type Buyer = { name: string; ids: number[]; city?: string; barRecord?: string };

/** The same as shown to a visitor. */
export type ShownFirm = Omit<Buyer, "ids">;

/** The firms shown to a visitor whose consent names these. */
export function shownFirms(buyers: readonly Buyer[]): ShownFirm[] {
  return buyers.map(({ name, city, barRecord }) => ({
    name,
    ...(city && { city }),
    ...(barRecord && { barRecord }),
  }));
}

/** The first of all possible buyers wherever buyers were selected (spec 9); it has no name to show. */
const firstPossibleBuyer: Buyer = { name: "", ids: [8674] };

/** The buyers that a visitor may be asked to consent to, and how they were found. */
export type BuyersOutcome = {
  selected: Buyer[];
  possible: Buyer[];
  /** The source of the names. */
  source: "selected" | "fixed" | "default" | "none";
  /** The buyers service failed or took too long. */
  timeout: YesNo;
  /** Nobody was selected; also yes where default buyers are named instead (ruling 98). */
  dq: YesNo;
};

/**
 * Nobody is named and no consent asked for: asking failed as a whole (spec 8), or there was nobody to ask. The chart
 * continues with `PhoneAbbreviatedTCPA`.
 */
export const noBuyers: BuyersOutcome = {
  selected: [],
  possible: [],
  source: "none",
  timeout: "no",
  dq: "yes",
};

/** The buyers service gave no answer, or none within its 15 s (spec 8). */
export const noAnswer: BuyersOutcome = { ...noBuyers, timeout: "yes" };

/** The buyers that the selecting service chose among all possible ones. */
export function selectedBuyers(selected: readonly Buyer[], possible: readonly Buyer[]): BuyersOutcome {
  const isListed = possible.some(({ ids }) => ids.includes(firstPossibleBuyer.ids[0]!));
  return {
    selected: [...selected],
    possible: isListed ? [...possible] : [firstPossibleBuyer, ...possible],
    source: selected.length > 0 ? "selected" : "none",
    timeout: "no",
    dq: selected.length > 0 ? "no" : "yes",
  };
}

/** The default buyers, where there are any, used when the visitor's buyers were not selected (spec 8). */
export function defaultBuyers(outcome: BuyersOutcome, buyers: readonly Buyer[]): BuyersOutcome {
  return { ...outcome, selected: [...buyers], source: buyers.length > 0 ? "default" : "none" };
}

/** The buyers of a variant with a fixed list: they are both the selected ones and all there are. */
export function fixedBuyers(buyers: readonly Buyer[]): BuyersOutcome {
  if (buyers.length === 0) return noBuyers;
  return { selected: [...buyers], possible: [...buyers], source: "fixed", timeout: "no", dq: "no" };
}

/** One-to-one fields of the record; lists contain ids or names. */
export type OneToOneFields = Record<string, string | number | number[] | string[]>;

/** The one-to-one consent fields (spec 3.2). Names are only those that the visitor was shown. */
export function oneToOneFields({ selected, possible, source, timeout, dq }: BuyersOutcome): OneToOneFields {
  return {
    "1_to_1_consent": selected.length > 0 ? "yes" : "no",
    "1_to_1_result": source,
    "1_to_1_timeout": timeout,
    "1_to_1_dq": dq,
    selected_buyers: idsOf(selected),
    selected_buyer_names: namesOf(selected),
    displayed_buyers: namesOf(selected),
    selected_buyers_number: selected.length,
    selected_buyers_changed: source === "default" ? "yes" : "no",
    all_possible_buyer_names: namesOf(possible),
    all_possible_buyer_ids: idsOf(possible),
    all_possible_buyers_number: possible.length,
  };
}

const idsOf = (buyers: readonly Buyer[]) => buyers.flatMap(({ ids }) => ids);
const namesOf = (buyers: readonly Buyer[]) => buyers.map(({ name }) => name).filter(Boolean);
