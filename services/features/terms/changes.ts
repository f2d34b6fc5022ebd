import { clean } from "../../store/engine/clean.ts";
import type { Connection } from "../../store/engine/connection.ts";
import {
  addTerm,
  holdTerms,
  latest,
  type NewTerm,
  type TermsBy,
  type TermsOwner,
} from "../../store/outbox/terms.ts";
import type { TermsChange } from "../../store/rows.ts";

/** `stale`: somebody has changed the same since. */
export type TermsRefused = { refused: "stale" | "unknown" | "undone" };

/** How people change terms. The core reads the terms in force by itself (`termsInForce`). */
export function termsChangesIn(connection: Connection, now: () => number) {
  const { kind } = connection;
  return {
    /** The newest first, of one or of all. */
    history: (owner: TermsOwner | undefined, most: number): Promise<TermsChange[]> =>
      connection.read((db) => {
        const all = db.selectFrom("termsChanges").selectAll().orderBy("number", "desc").limit(most);
        return (
          owner ? all.where("party", "=", owner.party).where("name", "=", clean(owner.name)) : all
        ).execute();
      }),
    /** Changes several fields of one, or none where somebody has changed that one since. @param seen the newest change that was seen */
    change: (
      owner: TermsOwner,
      terms: readonly NewTerm[],
      by: TermsBy,
      seen: number,
    ): Promise<TermsChange[] | TermsRefused> =>
      connection.write(async (trx) => {
        await holdTerms(trx, kind, owner);
        const rows = await latest(trx, owner).execute();
        if (rows.some(({ number }) => number > seen)) return { refused: "stale" as const };
        const changes: TermsChange[] = [];
        for (const term of terms) changes.push(await addTerm(trx, now(), owner, term, by));
        return changes;
      }),
    /** Sets back what a change changed, unless something was changed over it. */
    undo: (number: number, by: TermsBy): Promise<TermsChange | TermsRefused> =>
      connection.write(async (trx) => {
        const found = await trx
          .selectFrom("termsChanges")
          .selectAll()
          .where("number", "=", number)
          .executeTakeFirst();
        if (!found) return { refused: "unknown" as const };
        await holdTerms(trx, kind, found);
        const rows = await latest(trx, found).execute();
        const standing = rows.find(({ field }) => field === found.field);
        if (standing?.undoes === number) return { refused: "undone" as const };
        if (standing?.number !== number) return { refused: "stale" as const };
        const { field, before: after, inFile } = found;
        return addTerm(trx, now(), found, { field, after, inFile }, by, number);
      }),
    /** Affiliates whose leads were sold, in alphabetical order. */
    soldAffiliates: (): Promise<string[]> =>
      connection.read(async (db) => {
        const rows = await db
          .selectFrom("salesLedger")
          .select("affiliate")
          .distinct()
          .orderBy("affiliate")
          .execute();
        return rows.map(({ affiliate }) => affiliate);
      }),
  };
}
