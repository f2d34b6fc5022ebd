import { keyedHash } from "../engine/address-hash.ts";
import type { Connection, Writer } from "../engine/connection.ts";
import { acquireLock } from "../engine/locks.ts";
import { uuid7 } from "../engine/uuid7.ts";

/** The visitor who entered the number: others may type the same number, and must spoil nothing for its owner. */
export type CodeFor = { phone: string; sessionId: string };

export type PhoneCodes = ReturnType<typeof phoneCodesIn>;

/** The sender or checker of a code; the first two are kept as keyed hashes. */
export type CodeTrier = { phone: string; network: string; sessionId: string };
/** How many tries within `windowMs` may be made by each of those whom `by` names, all together. */
export type CodeLimit = { by: readonly (keyof CodeTrier)[]; windowMs: number; most: number };

export type PhoneCodeTries = ReturnType<typeof phoneCodeTriesIn>;

const columns = { phone: "phoneHash", network: "networkHash", sessionId: "sessionId" } as const;

/** How a number, or a number with its code, is kept. */
export function phoneCodeHash(key: string, ...parts: string[]): string {
  return keyedHash(key, JSON.stringify(parts));
}

/**
 * @param key secret of this deployment: without it the stored hashes cannot be tried against all numbers and codes
 */
export function phoneCodesIn(connection: Connection, key: string, now: () => number) {
  const hash = (...parts: string[]) => phoneCodeHash(key, ...parts);
  return {
    /**
     * Keeps a code in the place of the last one that this session had sent to this number.
     * @returns false, and changes nothing, once `mostSends` were put since one was used or the last expired
     */
    async put({
      phone,
      sessionId,
      code,
      lifeMs,
      mostSends,
    }: CodeFor & { code: string; lifeMs: number; mostSends: number }): Promise<boolean> {
      const at = now();
      const fresh = { codeHash: hash(phone, code), checks: 0, expiresAt: at + lifeMs };
      const put = await connection.write((trx) =>
        trx
          .insertInto("phoneCodes")
          .values({ phoneHash: hash(phone, sessionId), numberHash: hash(phone), sends: 1, ...fresh })
          .onConflict((c) =>
            c
              .column("phoneHash")
              .doUpdateSet((eb) => ({
                ...fresh,
                sends: eb
                  .case()
                  .when("phoneCodes.expiresAt", "<=", at)
                  .then(1)
                  .else(eb("phoneCodes.sends", "+", 1))
                  .end(),
              }))
              .where((eb) =>
                eb.or([eb("phoneCodes.expiresAt", "<=", at), eb("phoneCodes.sends", "<", mostSends)]),
              ),
          )
          .returning("sends")
          .executeTakeFirst(),
      );
      return put !== undefined;
    },
    /** Tries a code; the right one is gone with it. */
    use({
      phone,
      sessionId,
      code,
      mostChecks,
    }: CodeFor & {
      code: string;
      mostChecks: number;
    }): Promise<"approved" | "pending" | "max_attempts_reached" | "expired"> {
      const phoneHash = hash(phone, sessionId);
      const at = now();
      return connection.write(async (trx) => {
        // Counted before it is compared, which also holds the row: simultaneous guesses count separately.
        const kept = await trx
          .updateTable("phoneCodes")
          .set((eb) => ({ checks: eb("checks", "+", 1) }))
          .where("phoneHash", "=", phoneHash)
          .where("expiresAt", ">", at)
          .returning(["codeHash", "checks"])
          .executeTakeFirst();
        if (!kept) return "expired";
        if (kept.checks > mostChecks) return "max_attempts_reached";
        if (kept.codeHash !== hash(phone, code)) return "pending";
        await trx.deleteFrom("phoneCodes").where("phoneHash", "=", phoneHash).execute();
        return "approved";
      });
    },
  };
}

/** @param key secret of this deployment, which keys the hashes of numbers and addresses */
export function phoneCodeTriesIn(connection: Connection, key: string, now: () => number) {
  const hash = (text: string) => keyedHash(key, text);
  return {
    /**
     * Counts one more try, unless that would be over a limit, or the session sent within `cooldownMs` before:
     * `cooling` then says when, and whether to this number.
     */
    take(
      kind: "send" | "check",
      { phone, network, sessionId }: CodeTrier,
      { limits, cooldownMs = 0 }: { limits: readonly CodeLimit[]; cooldownMs?: number },
    ): Promise<
      | { kind: "taken"; id: string; at: number }
      | { kind: "cooling"; at: number; samePhone: boolean }
      | { kind: "overLimit" }
    > {
      const who = { phoneHash: hash(phone), networkHash: hash(network), sessionId: sessionId };
      return connection.write(async (trx) => {
        await acquireLock(trx, connection.kind, "code-tries");
        const at = now();
        const last = await lastSent(trx, sessionId, at - cooldownMs);
        if (kind === "send" && last) {
          return { kind: "cooling", at: last.at, samePhone: last.phoneHash === who.phoneHash };
        }
        // One query each for the number, the network and the session: all others wait for this turn to end.
        for (const first of ["phoneHash", "networkHash", "sessionId"] as const) {
          const its = limits.filter(({ by }) => columns[by[0]!] === first);
          if (its.length === 0) continue;
          const longest = Math.max(...its.map(({ windowMs }) => windowMs));
          const tries = await trx
            .selectFrom("phoneCodeTries")
            .select(["at", "phoneHash", "networkHash", "sessionId"])
            .where(first, "=", who[first])
            .where("kind", "=", kind)
            .where("at", ">", at - longest)
            .execute();
          for (const { by, windowMs, most } of its) {
            const counted = tries.filter(
              (each) =>
                each.at > at - windowMs && by.every((name) => each[columns[name]] === who[columns[name]]),
            );
            if (counted.length >= most) return { kind: "overLimit" };
          }
        }
        const id = uuid7(at);
        await trx
          .insertInto("phoneCodeTries")
          .values({ id, kind, ...who, at, failed: 0 })
          .execute();
        return { kind: "taken", id, at };
      });
    },
    /** A code that did not leave holds no other back; its try still counts. */
    async failed(id: string): Promise<void> {
      await connection.write((trx) =>
        trx.updateTable("phoneCodeTries").set({ failed: 1 }).where("id", "=", id).execute(),
      );
    },
  };
}

/** The session's latest code that left after this moment. */
function lastSent(trx: Writer, sessionId: string, after: number) {
  return trx
    .selectFrom("phoneCodeTries")
    .select(["at", "phoneHash"])
    .where("sessionId", "=", sessionId)
    .where("kind", "=", "send")
    .where("failed", "=", 0)
    .where("at", ">", after)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
}
