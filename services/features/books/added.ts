import { allFeatures } from "../../features.ts";
import type { Settings } from "../../settings/env.ts";
import type { KeptStop } from "../../store/feature-rows.ts";
import type { KeptOutcome } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import type { NewOutcome, Taken } from "./outcomes.ts";

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

/** A return that was asked for and did not come about, or not yet. `standing`: what was decided, in words. */
export type AskedReturn = KeptOutcome & { standing: string };

/** Who decides on returns before they count. */
export type ReturnsDesk = {
  /** Whether a buyer's returns are asked for. */
  isAsked(settings: Settings, buyer: string): boolean;
  /**
   * Keeps what is asked for, once.
   * @returns what came of it; undefined where there is nothing to decide, since it would change nothing in the books
   */
  ask(store: Store, said: NewOutcome, how: How): Promise<Taken | undefined>;
  /** The newest first. */
  asked(store: Store, of: { leadId?: string; limit: number }): Promise<AskedReturn[]>;
};

/** How reports are taken: as `outcomes.add` does, and who brought them. */
export type How = { replace?: boolean; receivedAt?: number; by: BroughtBy };

/** What another feature brings to the books: `adds.books` of its declaration. */
export type AddedToBooks = {
  /** Kinds of reports, by the name that they have as an `outcome`. */
  reports?: Readonly<Record<string, OwnReport>>;
  returns?: ReturnsDesk;
};

const added = () => allFeatures.flatMap(({ adds }) => (adds?.books ? [adds.books as AddedToBooks] : []));

/** The kinds of reports that features bring, by their names. */
export function ownReports(): ReadonlyMap<string, OwnReport> {
  return new Map(added().flatMap(({ reports = {} }) => Object.entries(reports)));
}

/** Where it is decided on returns, if anywhere. */
export const returnsDesk = (): ReturnsDesk | undefined => added().find(({ returns }) => returns)?.returns;

/** Takes what buyers report: what is to be asked for waits, and all else is booked. The answers are those of `outcomes.add`. */
export async function takeReports(
  { store, settings }: { store: Store; settings: Settings },
  all: readonly NewOutcome[],
  { by, ...how }: How,
): Promise<Taken[]> {
  const desk = returnsDesk();
  const answers: (Taken | undefined)[] = [];
  for (const said of all) {
    const isAsked = said.outcome === "returned" && desk?.isAsked(settings, said.buyer);
    answers.push(isAsked ? await desk?.ask(store, said, { ...how, by }) : undefined);
  }
  const rest = all.flatMap((_, index) => (answers[index] ? [] : [index]));
  const taken =
    rest.length === 0
      ? []
      : await store.books.outcomes.add(
          rest.map((index) => all[index]!),
          how,
        );
  for (const [place, index] of rest.entries()) {
    const { contradicts, ...answer } = taken[place]!;
    const other = contradicts && { ...contradicts, index: rest[contradicts.index] ?? -1 };
    answers[index] = { ...answer, ...(other && { contradicts: other }) };
  }
  return answers as Taken[];
}
