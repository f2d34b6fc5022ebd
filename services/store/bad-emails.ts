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
          .selectFrom("badEmails")
          .select("times")
          .where("sessionId", "=", sessionId)
          .where("addressHash", "=", hashOf(key, email))
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
        .insertInto("badEmails")
        .values({ sessionId: sessionId, addressHash: hashOf(key, email), times: 1, updatedAt: now() })
        .onConflict((c) =>
          c.columns(["sessionId", "addressHash"]).doUpdateSet((eb) => ({
            times: eb("badEmails.times", "+", 1),
            updatedAt: eb.ref("excluded.updatedAt"),
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
