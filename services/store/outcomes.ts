import type { Connection, Writer } from "./connection.ts";

/** In the order in which they come to a lead. */
export const outcomes = ["accepted", "called", "returned", "sold", "retained", "paid"] as const;

/** `id` tells a repeat from news. `at`: when it came about. `amountCents`: hundredths of `currency`, null with it. */
export type KeptOutcome = {
  id: string;
  leadId: string;
  outcome: (typeof outcomes)[number];
  at: number;
  buyer: string;
  buyerLeadId: string | null;
  amountCents: number | null;
  currency: string | null;
};

/** What became of leads at their buyers (ADR 66); rows are only ever added. */
export interface Outcomes {
  /** Adds those whose ids are new, in one transaction. Returns how many that were. */
  add(all: readonly KeptOutcome[]): Promise<number>;
  ofLead(leadId: string): Promise<KeptOutcome[]>;
  /** How long the newest leads made from `from` and before `until` waited for their first call, milliseconds, one each. */
  waitsForCall(from: number, until: number): Promise<number[]>;
}

/** Rows of one statement; SQLite takes 32,766 values. */
const atOnce = 1_000;
/** As many are enough for a median. */
const mostCalls = 10_000;

export function outcomesIn(connection: Connection): Outcomes {
  return {
    add: (all) =>
      connection.write(async (trx) => {
        let added = 0;
        for (let from = 0; from < all.length; from += atOnce) {
          const rows = await trx
            .insertInto("outcomes")
            .values(all.slice(from, from + atOnce))
            .onConflict((c) => c.column("id").doNothing())
            .returning("id")
            .execute();
          added += rows.length;
        }
        await keepSources(trx, [...new Set(all.map(({ leadId }) => leadId))]);
        return added;
      }),
    ofLead: (leadId) =>
      connection.read((db) =>
        db.selectFrom("outcomes").selectAll().where("leadId", "=", leadId).orderBy("at").execute(),
      ),
    async waitsForCall(from, until) {
      const called = await connection.read((db) =>
        db
          .selectFrom("leads")
          .innerJoin("outcomes", "outcomes.leadId", "leads.id")
          .select(({ fn }) => ["leads.createdAt", fn.min<number>("outcomes.at").as("at")])
          .where("leads.createdAt", ">=", from)
          .where("leads.createdAt", "<", until)
          .where("outcomes.outcome", "=", "called")
          .whereRef("outcomes.at", ">=", "leads.createdAt")
          .groupBy(["leads.id", "leads.createdAt"])
          .orderBy("leads.createdAt", "desc")
          .limit(mostCalls)
          .execute(),
      );
      return called.map(({ at, createdAt }) => Number(at) - createdAt);
    },
  };
}

/** Where these leads came from: their visits are erased with them, before the last outcome is known. */
async function keepSources(trx: Writer, leadIds: string[]): Promise<void> {
  for (let from = 0; from < leadIds.length; from += atOnce) {
    await trx
      .insertInto("leadSources")
      .columns(["leadId", "sourceId", "day"])
      .expression(
        trx
          .selectFrom("leads")
          .innerJoin("analyticsSessions", "analyticsSessions.visitId", "leads.origin")
          .select(["leads.id", "sourceId", "day"])
          .where("leads.id", "in", leadIds.slice(from, from + atOnce)),
      )
      .onConflict((c) =>
        c
          .column("leadId")
          .doUpdateSet((eb) => ({ sourceId: eb.ref("excluded.sourceId"), day: eb.ref("excluded.day") })),
      )
      .execute();
  }
}
