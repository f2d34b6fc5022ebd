import { keyedHash } from "./address-hash.ts";
import type { Connection } from "./connection.ts";
import type { PhoneCodes } from "./phone-code-types.ts";

/** How a number, or a number with its code, is kept. */
export function phoneCodeHash(key: string, ...parts: string[]): string {
  return keyedHash(key, JSON.stringify(parts));
}

/**
 * @param key secret of this deployment: without it the stored hashes cannot be tried against all numbers and codes
 */
export function phoneCodesIn(connection: Connection, key: string, now: () => number): PhoneCodes {
  const hash = (...parts: string[]) => phoneCodeHash(key, ...parts);
  return {
    async put({ phone, code, lifeMs, mostSends }) {
      const at = now();
      const fresh = { code_hash: hash(phone, code), checks: 0, expires_at: at + lifeMs };
      const put = await connection.write((trx) =>
        trx
          .insertInto("phone_codes")
          .values({ phone_hash: hash(phone), sends: 1, ...fresh })
          .onConflict((c) =>
            c
              .column("phone_hash")
              .doUpdateSet((eb) => ({
                ...fresh,
                sends: eb
                  .case()
                  .when("phone_codes.expires_at", "<=", at)
                  .then(1)
                  .else(eb("phone_codes.sends", "+", 1))
                  .end(),
              }))
              .where((eb) =>
                eb.or([eb("phone_codes.expires_at", "<=", at), eb("phone_codes.sends", "<", mostSends)]),
              ),
          )
          .returning("sends")
          .executeTakeFirst(),
      );
      return put !== undefined;
    },
    use({ phone, code, mostChecks }) {
      const at = now();
      return connection.write(async (trx) => {
        // Counted before it is looked at, which also holds the row: of guesses at once each is one.
        const kept = await trx
          .updateTable("phone_codes")
          .set((eb) => ({ checks: eb("checks", "+", 1) }))
          .where("phone_hash", "=", hash(phone))
          .where("expires_at", ">", at)
          .returning(["code_hash", "checks"])
          .executeTakeFirst();
        if (!kept) return "expired";
        if (kept.checks > mostChecks) return "max_attempts_reached";
        if (kept.code_hash !== hash(phone, code)) return "pending";
        await trx.deleteFrom("phone_codes").where("phone_hash", "=", hash(phone)).execute();
        return "approved";
      });
    },
  };
}
