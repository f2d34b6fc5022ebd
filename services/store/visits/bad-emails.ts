import { keyedHash } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";
import type { Work } from "../engine/statements.ts";

/** A bad result for an address, and how many the session had for it before. */
export type BadEmail = { email: string; timesBadBefore: number };

export type BadEmails = ReturnType<typeof badEmailsIn>;

/** Another check of the same address in the same session was counted first. */
export class CountedMeanwhile extends Error {}

/** @param key from `hashKeyIn`: without it the stored hashes cannot be tried against known addresses */
export function badEmailsIn(connection: Connection, key: string) {
  const timesOf = connection.prepare((db, given: { sessionId: string; addressHash: string }) =>
    db
      .selectFrom("badEmails")
      .select("times")
      .where("sessionId", "=", given.sessionId)
      .where("addressHash", "=", given.addressHash),
  );
  return {
    /** How often this address was bad in this session. */
    async countBad(sessionId: string, email: string): Promise<number> {
      const [row] = await connection.query(timesOf({ sessionId, addressHash: hashOf(key, email) }));
      return row?.times ?? 0;
    },
  };
}

/** Counts bad results in a transaction. */
export type CountBadEmails = (sessionId: string, results: readonly BadEmail[]) => Work<void>;

/** @throws CountedMeanwhile when one was counted since its result was judged: nothing may be stored then */
export function badEmailCounter({ prepare }: Connection, key: string, now: () => number): CountBadEmails {
  const count = prepare((db, given: { sessionId: string; addressHash: string; updatedAt: number }) =>
    db
      .insertInto("badEmails")
      .values({
        sessionId: given.sessionId,
        addressHash: given.addressHash,
        times: 1,
        updatedAt: given.updatedAt,
      })
      .onConflict((c) =>
        c.columns(["sessionId", "addressHash"]).doUpdateSet((eb) => ({
          times: eb("badEmails.times", "+", 1),
          updatedAt: eb.ref("excluded.updatedAt"),
        })),
      )
      .returning("times"),
  );
  return function* (sessionId, results) {
    for (const { email, timesBadBefore } of results) {
      const [row] = yield* count({ sessionId, addressHash: hashOf(key, email), updatedAt: now() });
      if (row!.times !== timesBadBefore + 1) throw new CountedMeanwhile();
    }
  };
}

function hashOf(key: string, email: string): string {
  return keyedHash(key, email.trim().toLowerCase());
}
