import type { Connection, Reader, Writer } from "../engine/connection.ts";
import type { KeptOutcome } from "../rows.ts";
import { holdLeads, settle } from "./ledger-book.ts";
import type { Books } from "./ledger-fill.ts";
import type { TellAffiliate } from "./postbacks.ts";

/** What tells one outcome from another: a lead has one of a kind per buyer and day. */
type Identity = Pick<KeptOutcome, "leadId" | "outcome" | "at" | "buyer">;
/** Two that say of one outcome what cannot both be. */
export type Contradiction = { said: KeptOutcome; kept: KeptOutcome };

/** What was to be added contradicts what is kept, or itself; nothing of it was added. */
export class Contradicted extends Error {
  readonly all: readonly Contradiction[];
  constructor(all: readonly Contradiction[]) {
    super("the outcomes contradict what is known");
    this.all = all;
  }
}

/** What became of leads at their buyers. */
export type Outcomes = ReturnType<typeof outcomesIn>;

/** Rows of one statement; SQLite takes 32,766 values. */
const atOnce = 1_000;
/** As many are enough for a median. */
const mostCalls = 10_000;

const columns = [
  ...(["id", "leadId", "outcome", "at"] as const),
  ...(["buyer", "buyerLeadId", "amountCents", "currency"] as const),
] as const;

/** @param books does what follows from lines @param tell notes it */
export function outcomesIn(
  connection: Connection,
  now: () => number,
  books: Pick<Books, "queue">,
  tell?: TellAffiliate,
) {
  /** What affiliates are told follows from what is written, and cannot undo it. */
  const writing = async <Done>(work: (trx: Writer) => Promise<Done>): Promise<Done> => {
    const done = await connection.write(work);
    await books.queue();
    return done;
  };
  return {
    /**
     * Adds those that are new, in one transaction. Returns how many that were.
     * @param replace takes those that contradict what is kept in its place
     * @param receivedAt when a buyer's own call brought them; what it returned counts then, whatever day it gives
     * @throws Contradicted
     */
    add: (
      all: readonly KeptOutcome[],
      { replace = false, receivedAt }: { replace?: boolean; receivedAt?: number } = {},
    ): Promise<number> =>
      writing(async (trx) => {
        await holdLeads(trx, connection.kind, leadsOf(all));
        const { fresh, known, replaced, contradictions } = await sorted(trx, all, replace);
        if (contradictions.length > 0) throw new Contradicted(contradictions);
        await removeAll(trx, replaced);
        const booked = { booked: 1, receivedAt: receivedAt ?? null };
        for (const rows of chunks(fresh))
          await trx
            .insertInto("outcomes")
            .values(rows.map((row) => ({ ...row, ...booked })))
            .execute();
        // What is found is as safe as what is new only behind a write (decision "A lost leader is waited for").
        const [found] = known;
        if (found)
          await trx
            .updateTable("outcomes")
            .set((eb) => ({ buyer: eb.ref("buyer") }))
            .where("id", "=", found)
            .execute();
        await keepSources(trx, leadsOf(all));
        for (const sale of salesIn(fresh.filter(isMoney))) await settle(trx, sale, now(), { tell });
        return fresh.length;
      }),
    /** What of these contradicts what is kept, or an earlier one of these. */
    contradictions: (all: readonly KeptOutcome[]): Promise<Contradiction[]> =>
      connection.read(async (db) => (await sorted(db, all, false)).contradictions),
    /** Newest first. */
    list: ({ leadId, limit }: { leadId?: string; limit: number }): Promise<KeptOutcome[]> =>
      connection.read((db) => {
        const newest = db
          .selectFrom("outcomes")
          .select(columns)
          .orderBy("at", "desc")
          .orderBy("id")
          .limit(limit);
        return (leadId === undefined ? newest : newest.where("leadId", "=", leadId)).execute();
      }),
    /** Returns how many there were. */
    remove: (identity: Identity): Promise<number> =>
      writing(async (trx) => {
        await holdLeads(trx, connection.kind, [identity.leadId]);
        const kept = await ofLeads(trx, [identity.leadId]);
        const same = kept.filter((each) => identityOf(each) === identityOf(identity));
        await removeAll(
          trx,
          same.map(({ id }) => id),
        );
        if (same.length > 0) await settle(trx, identity, now(), { tell });
        return same.length;
      }),
    ofLead: (leadId: string): Promise<KeptOutcome[]> =>
      connection.read((db) =>
        db.selectFrom("outcomes").select(columns).where("leadId", "=", leadId).orderBy("at").execute(),
      ),
    /** How long the newest leads made from `from` and before `until` waited for their first call, milliseconds, one each. */
    async waitsForCall(from: number, until: number): Promise<number[]> {
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

function identityOf({ leadId, buyer, outcome, at }: Identity): string {
  return [leadId, buyer.toLowerCase(), outcome, Math.floor(at / 86_400_000)].join(" ");
}

/** What one of them does not say of its own id of the lead, the other may; money is said or not. */
function contradicts(one: KeptOutcome, other: KeptOutcome): boolean {
  const ids = new Set([one.buyerLeadId, other.buyerLeadId].filter((id) => id !== null));
  return ids.size > 1 || one.amountCents !== other.amountCents || one.currency !== other.currency;
}

/** Which of these are new, known already, or contradict. */
async function sorted(db: Reader, all: readonly KeptOutcome[], replace: boolean) {
  const kept = await ofLeads(db, leadsOf(all));
  const ids = new Set(kept.map(({ id }) => id));
  const before = new Map(kept.map((each) => [identityOf(each), each]));
  const fresh: KeptOutcome[] = [];
  const [known, replaced]: [string[], string[]] = [[], []];
  const contradictions: Contradiction[] = [];
  for (const said of all) {
    const identity = identityOf(said);
    const other = ids.has(said.id) ? said : before.get(identity);
    if (other && !contradicts(said, other)) {
      known.push(other.id);
      continue;
    }
    if (other && !(replace && ids.has(other.id))) {
      contradictions.push({ said, kept: other });
      continue;
    }
    if (other) replaced.push(...kept.filter((each) => identityOf(each) === identity).map(({ id }) => id));
    fresh.push(said);
    before.set(identity, said);
  }
  return { fresh, known, replaced, contradictions };
}

function chunks<Item>(all: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) =>
    all.slice(index * atOnce, (index + 1) * atOnce),
  );
}

async function ofLeads(db: Reader, leadIds: readonly string[]): Promise<KeptOutcome[]> {
  const found: KeptOutcome[] = [];
  for (const ids of chunks(leadIds))
    found.push(...(await db.selectFrom("outcomes").select(columns).where("leadId", "in", ids).execute()));
  return found;
}

async function removeAll(trx: Writer, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids)) await trx.deleteFrom("outcomes").where("id", "in", some).execute();
}

/** In one order, in which others wait for them, too. */
function leadsOf(all: readonly KeptOutcome[]): string[] {
  return [...new Set(all.map(({ leadId }) => leadId))].sort();
}

/** Nothing follows for the books from the others. */
const isMoney = ({ outcome }: KeptOutcome) => outcome === "paid" || outcome === "returned";

/** What these outcomes are about: each lead and buyer once. */
function salesIn(all: readonly KeptOutcome[]): Pick<KeptOutcome, "leadId" | "buyer">[] {
  return [...new Map(all.map((each) => [`${each.leadId} ${each.buyer.toLowerCase()}`, each])).values()];
}

/** Where these leads came from: their visits are erased with them, before the last outcome is known. */
export async function keepSources(trx: Writer, leadIds: string[]): Promise<void> {
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
