import { keyedHash } from "./address-hash.ts";
import type { Connection } from "./connection.ts";
import type { BadEmails } from "./types.ts";

/** @param key from `hashKeyIn`: without it the stored hashes cannot be tried against known addresses */
export function badEmailsIn(connection: Connection, key: string, now: () => number): BadEmails {
  const hash = (email: string) => keyedHash(key, email.trim().toLowerCase());
  return {
    async countBad(sessionId, email) {
      const row = await connection.read((db) =>
        db
          .selectFrom("bad_emails")
          .select("times")
          .where("session_id", "=", sessionId)
          .where("address_hash", "=", hash(email))
          .executeTakeFirst(),
      );
      return row?.times ?? 0;
    },
    async recordBad(sessionId, email) {
      const row = await connection.write((trx) =>
        trx
          .insertInto("bad_emails")
          .values({ session_id: sessionId, address_hash: hash(email), times: 1, updated_at: now() })
          .onConflict((c) =>
            c.columns(["session_id", "address_hash"]).doUpdateSet((eb) => ({
              times: eb("bad_emails.times", "+", 1),
              updated_at: eb.ref("excluded.updated_at"),
            })),
          )
          .returning("times")
          .executeTakeFirstOrThrow(),
      );
      return row.times;
    },
  };
}
