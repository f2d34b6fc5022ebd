import { keyedHash } from "./address-hash.ts";
import type { Connection, Writer } from "./connection.ts";
import type { BadEmail, BadEmails } from "./types.ts";

/** Another check of the same address in the same session was counted first. */
export class CountedMeanwhile extends Error {}

/** @param key from `hashKeyIn`: without it the stored hashes cannot be tried against known addresses */
export function badEmailsIn(connection: Connection, key: string): BadEmails {
  return {
    async countBad(sessionId, email) {
      const row = await connection.read((db) =>
        db
          .selectFrom("bad_emails")
          .select("times")
          .where("session_id", "=", sessionId)
          .where("address_hash", "=", hashOf(key, email))
          .executeTakeFirst(),
      );
      return row?.times ?? 0;
    },
  };
}

/** Counts bad results in a transaction. */
export type CountBadEmails = (trx: Writer, sessionId: string, results: readonly BadEmail[]) => Promise<void>;

/** @throws CountedMeanwhile when one was counted since its result was judged: nothing may be stored then */
export function badEmailCounter(key: string, now: () => number): CountBadEmails {
  return async (trx, sessionId, results) => {
    for (const { email, timesBadBefore } of results) {
      const { times } = await trx
        .insertInto("bad_emails")
        .values({ session_id: sessionId, address_hash: hashOf(key, email), times: 1, updated_at: now() })
        .onConflict((c) =>
          c.columns(["session_id", "address_hash"]).doUpdateSet((eb) => ({
            times: eb("bad_emails.times", "+", 1),
            updated_at: eb.ref("excluded.updated_at"),
          })),
        )
        .returning("times")
        .executeTakeFirstOrThrow();
      if (times !== timesBadBefore + 1) throw new CountedMeanwhile();
    }
  };
}

function hashOf(key: string, email: string): string {
  return keyedHash(key, email.trim().toLowerCase());
}
