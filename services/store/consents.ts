import type { Connection } from "./connection.ts";
import {
  type ConsentRow,
  type Consents,
  consentHash,
  genesis,
  type NewConsent,
  sha256,
} from "./consent-chain.ts";
import { holdTurnsIn } from "./locks.ts";
import type { Work } from "./statements.ts";

const page = 200;

/** Adds one link to the chain. Ask for it last in the transaction: on PostgreSQL others wait from here to the commit. */
export type AppendConsent = (leadId: string, consent: NewConsent) => Work<void>;

export function consentChainIn(connection: Connection): AppendConsent {
  const { prepare } = connection;
  const holdTurn = holdTurnsIn(connection);
  const newest = prepare((db) =>
    db.selectFrom("consents").select(["seq", "hash"]).orderBy("seq", "desc").limit(1),
  );
  const add = prepare((db, given: ConsentRow) =>
    db.insertInto("consents").values({
      seq: given.seq,
      leadId: given.leadId,
      at: given.at,
      body: given.body,
      textSha256: given.textSha256,
      previousHash: given.previousHash,
      hash: given.hash,
    }),
  );
  return function* (leadId, consent) {
    yield* holdTurn("consent-chain");
    const [previous] = yield* newest({});
    const row = {
      seq: (previous?.seq ?? 0) + 1,
      leadId,
      at: consent.at,
      body: JSON.stringify(consent.body),
      textSha256: sha256(consent.body.text),
      previousHash: previous?.hash ?? genesis,
    };
    yield* add({ ...row, hash: consentHash(row) });
  };
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
