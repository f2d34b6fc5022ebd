import { allFeatures } from "../../features.ts";
import type { Settings } from "../../settings/env.ts";
import type { KeptStop } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

/** A buyer's word about a lead of which the books have nothing to say. `day`: the business day of `at`, since 1970. */
export type OwnSaid = { leadId: string; outcome: string; buyer: string; at: number; day: number };

/** By which way it came in, and who brought it: of the terminal or the console, '' for a signed call. */
export type BroughtBy = Pick<KeptStop, "door" | "person">;

/**
 * What came of it: whether it is new, and what of it the books have, in words; or the field that is wrong, with a message that
 * completes a sentence about it. Of `lead_id` that is said in the same words for no lead and for one of somebody else's.
 */
export type OwnTaken = { isNew: boolean; why: string } | { field: "lead_id" | "at"; message: string };

/** A kind of report that is not the books', as a file, a call and the console bring it. */
export type OwnReport = {
  take(
    site: { store: Store; settings: Settings; now: () => number },
    said: OwnSaid,
    by: BroughtBy,
  ): Promise<OwnTaken>;
};

/** What another feature brings to the books: `adds.books` of its declaration. */
export type AddedToBooks = {
  /** Kinds of reports, by the name that they have as an `outcome`. */
  reports: Readonly<Record<string, OwnReport>>;
};

/** The kinds of reports that features bring, by their names. */
export function ownReports(): ReadonlyMap<string, OwnReport> {
  return new Map(
    allFeatures.flatMap(({ adds }) =>
      adds?.books ? Object.entries((adds.books as AddedToBooks).reports) : [],
    ),
  );
}
