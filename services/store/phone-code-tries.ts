import { keyedHash } from "./address-hash.ts";
import type { Connection, Writer } from "./connection.ts";
import { acquireLock } from "./locks.ts";
import type { PhoneCodeTries } from "./phone-code-types.ts";
import { uuid7 } from "./uuid7.ts";

/** @param key secret of this deployment, which keys the hashes of numbers and addresses */
export function phoneCodeTriesIn(connection: Connection, key: string, now: () => number): PhoneCodeTries {
  const hash = (text: string) => keyedHash(key, text);
  return {
    take(kind, { phone, network, sessionId }, { windowMs, cooldownMs = 0, ...most }) {
      const who = { phone_hash: hash(phone), network_hash: hash(network), session_id: sessionId };
      return connection.write(async (trx) => {
        await acquireLock(trx, connection.kind, "code-tries");
        const at = now();
        const last = await lastSent(trx, sessionId, at - cooldownMs);
        if (kind === "send" && last) {
          return { kind: "cooling", at: last.at, samePhone: last.phone_hash === who.phone_hash };
        }
        const limits = [
          ["phone_hash", most.perPhone],
          ["network_hash", most.perNetwork],
          ["session_id", most.perSession],
        ] as const;
        for (const [by, limit] of limits) {
          const { count } = await trx
            .selectFrom("phone_code_tries")
            .select((eb) => eb.fn.countAll<number>().as("count"))
            .where(by, "=", who[by])
            .where("kind", "=", kind)
            .where("at", ">", at - windowMs)
            .executeTakeFirstOrThrow();
          if (count >= limit) return { kind: "overLimit" };
        }
        const id = uuid7(at);
        await trx
          .insertInto("phone_code_tries")
          .values({ id, kind, ...who, at, failed: 0 })
          .execute();
        return { kind: "taken", id, at };
      });
    },
    async failed(id) {
      await connection.write((trx) =>
        trx.updateTable("phone_code_tries").set({ failed: 1 }).where("id", "=", id).execute(),
      );
    },
  };
}

/** The session's latest code that left after this moment. */
function lastSent(trx: Writer, sessionId: string, after: number) {
  return trx
    .selectFrom("phone_code_tries")
    .select(["at", "phone_hash"])
    .where("session_id", "=", sessionId)
    .where("kind", "=", "send")
    .where("failed", "=", 0)
    .where("at", ">", after)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
}
