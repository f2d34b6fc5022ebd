import { createHash } from "node:crypto";
import { sql } from "kysely";
import { consentLeaf } from "../../transparency/merkle.ts";
import type { Connection, Reader } from "../engine/connection.ts";
import type { Work } from "../engine/statements.ts";
import type { ConsentPage, ConsentRow, NewConsent } from "../rows.ts";
import type { ChainedConsent } from "./consent-chain.ts";

export function consentPagesIn(connection: Connection, now: () => number) {
  return {
    /** @returns its hash, once it is stored */
    async keep(html: string): Promise<string> {
      const sha256 = createHash("sha256").update(html).digest("hex");
      const row = { sha256, html, at: now() };
      await connection.write((trx) =>
        trx
          .insertInto("consentPages")
          .values(row)
          .onConflict((c) => c.column("sha256").doNothing())
          .execute(),
      );
      return sha256;
    },
    get: (sha256: string): Promise<ConsentPage | undefined> =>
      connection.read((db) =>
        db.selectFrom("consentPages").selectAll().where("sha256", "=", sha256).executeTakeFirst(),
      ),
  };
}

export interface Consents {
  ofLead(leadId: string): Promise<ConsentRow | undefined>;
  /** Survey leads whose consent is missing; none, unless somebody changed the store. */
  missing(): Promise<string[]>;
  /**
   * Whether a consent that cannot be read any more was erased as this program does it: its key was forgotten, its row is as
   * it was, and its lead is on record as erased.
   */
  isErased(leadId: string): Promise<boolean>;
  /** All, those of the chain first. */
  iterate(): AsyncIterable<ConsentRow>;
  /** Those of the log in its order; unsealed ones are left out. */
  sealed(): AsyncIterable<ConsentRow>;
  /** Those of the chain in its order. */
  chain(): AsyncIterable<ChainedConsent>;
}

const page = 200;

/** Stores a consent without waiting for anybody: its position in the log comes later. */
export type AddConsent = (leadId: string, consent: NewConsent) => Work<void>;

export function addConsentIn({ prepare }: Connection): AddConsent {
  const add = prepare((db, given: { leadId: string; at: number; body: string; leaf: string }) =>
    db
      .insertInto("consents")
      .values({ leadId: given.leadId, at: given.at, body: given.body, leaf: given.leaf, seq: null }),
  );
  return function* (leadId, { at, body }) {
    const row = { leadId, at, body: JSON.stringify(body) };
    yield* add({ ...row, leaf: consentLeaf(row).toString("hex") });
  };
}

export function consentsIn(connection: Connection): Consents {
  const columns = ["leadId", "at", "body", "leaf", "seq"] as const;

  /** Rows a page at a time. @param read those after a row */
  async function* paged<Row>(read: (db: Reader, after: Row | undefined) => Promise<Row[]>) {
    for (let after: Row | undefined; ; ) {
      const from = after;
      const rows = await connection.read((db) => read(db, from));
      yield* rows;
      if (rows.length < page) return;
      after = rows.at(-1);
    }
  }

  const chain = () =>
    paged<ChainedConsent>((db, after) =>
      db
        .selectFrom("consentChain")
        .selectAll()
        .where("seq", ">", after?.seq ?? -1)
        .orderBy("seq")
        .limit(page)
        .execute(),
    );
  const own = connection.prepare((db, given: { leadId: string }) =>
    db.selectFrom("consents").select(columns).where("leadId", "=", given.leadId),
  );
  return {
    async ofLead(leadId) {
      const [row] = await connection.query(own({ leadId }));
      const old = (db: Reader) => db.selectFrom("consentChain").selectAll().where("leadId", "=", leadId);
      return row ?? asRow(await connection.read((db) => old(db).executeTakeFirst()));
    },
    async missing() {
      const rows = await connection.read((db) =>
        db
          .selectFrom("leads")
          .select("id")
          .where("kind", "=", "survey")
          .where("id", "not in", (eb) => eb.selectFrom("consents").select("leadId"))
          .where("id", "not in", (eb) => eb.selectFrom("consentChain").select("leadId"))
          .orderBy("id")
          .execute(),
      );
      return rows.map(({ id }) => id);
    },
    isErased: (leadId) =>
      connection.read(async (db) => {
        const row = await db
          .selectFrom("consents")
          .innerJoin("leads", "leads.id", "consents.leadId")
          .select("consents.leadId")
          .where("consents.leadId", "=", leadId)
          .where("consents.body", "!=", sql.lit(""))
          .where("leads.erasedAt", "is not", null)
          .executeTakeFirst();
        return row !== undefined;
      }),
    async *iterate() {
      for await (const row of chain()) yield asRow(row)!;
      yield* paged<ConsentRow>((db, after) =>
        db
          .selectFrom("consents")
          .select(columns)
          .where("leadId", ">", after?.leadId ?? "")
          .orderBy("leadId")
          .limit(page)
          .execute(),
      );
    },
    sealed: () =>
      paged<ConsentRow>((db, after) =>
        db
          .selectFrom("consents")
          .select(columns)
          .where("seq", ">", after?.seq ?? -1)
          .orderBy("seq")
          .limit(page)
          .execute(),
      ),
    chain,
  };
}

function asRow(row: ChainedConsent | undefined): ConsentRow | undefined {
  return row && { leadId: row.leadId, at: row.at, body: row.body, leaf: null, seq: null };
}
