import type { Selectable } from "kysely";
import type { Connection, Writer } from "./connection.ts";
import { consentHash, genesis, sha256 } from "./consent-chain.ts";
import type { ConsentRow, Consents, NewConsent } from "./consent-types.ts";
import { acquireLock } from "./locks.ts";
import type { Schema } from "./schema.ts";

const page = 200;

function fromRow(row: Selectable<Schema["consents"]>): ConsentRow {
  return {
    seq: row.seq,
    leadId: row.lead_id,
    at: row.at,
    body: row.body,
    textSha256: row.text_sha256,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

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
    .values({
      seq: row.seq,
      lead_id: row.leadId,
      at: row.at,
      body: row.body,
      text_sha256: row.textSha256,
      previous_hash: row.previousHash,
      hash: consentHash(row),
    })
    .execute();
}

export function consentsIn(connection: Connection): Consents {
  return {
    async ofLead(leadId) {
      const row = await connection.read((db) =>
        db.selectFrom("consents").selectAll().where("lead_id", "=", leadId).executeTakeFirst(),
      );
      return row && fromRow(row);
    },
    async missing() {
      const rows = await connection.read((db) =>
        db
          .selectFrom("leads")
          .select("id")
          .where("kind", "=", "survey")
          .where("id", "not in", (eb) => eb.selectFrom("consents").select("lead_id"))
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
        for (const row of rows) yield fromRow(row);
        const last = rows.at(-1);
        if (!last || rows.length < page) return;
        after = last.seq;
      }
    },
  };
}
