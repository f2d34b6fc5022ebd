import type { Connection, Writer } from "./connection.ts";
import { type Consents, consentHash, genesis, type NewConsent, sha256 } from "./consent-chain.ts";
import { acquireLock } from "./locks.ts";

const page = 200;

/** Adds one link to the chain. Call it last in the transaction: on PostgreSQL others wait from here to the commit. */
export async function appendConsent(
  trx: Writer,
  kind: Connection["kind"],
  leadId: string,
  consent: NewConsent,
): Promise<void> {
  await acquireLock(trx, kind, "consent-chain");
  const previous = await trx
    .selectFrom("consents")
    .select(["seq", "hash"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const row = {
    seq: (previous?.seq ?? 0) + 1,
    leadId,
    at: consent.at,
    body: JSON.stringify(consent.body),
    textSha256: sha256(consent.body.text),
    previousHash: previous?.hash ?? genesis,
  };
  await trx
    .insertInto("consents")
    .values({ ...row, hash: consentHash(row) })
    .execute();
}

export function consentsIn(connection: Connection): Consents {
  return {
    ofLead: (leadId) =>
      connection.read((db) =>
        db.selectFrom("consents").selectAll().where("leadId", "=", leadId).executeTakeFirst(),
      ),
    async missing() {
      const rows = await connection.read((db) =>
        db
          .selectFrom("leads")
          .select("id")
          .where("kind", "=", "survey")
          .where("id", "not in", (eb) => eb.selectFrom("consents").select("leadId"))
          .orderBy("id")
          .execute(),
      );
      return rows.map(({ id }) => id);
    },
    async *iterate() {
      let after = -1;
      for (;;) {
        const rows = await connection.read((db) =>
          db.selectFrom("consents").selectAll().where("seq", ">", after).orderBy("seq").limit(page).execute(),
        );
        yield* rows;
        const last = rows.at(-1);
        if (!last || rows.length < page) return;
        after = last.seq;
      }
    },
  };
}
