import { dayCounter, dayMs } from "../../calendar/days.ts";
import { clean } from "../../store/engine/clean.ts";
import type { Connection, Reader, Writer } from "../../store/engine/connection.ts";
import { uuid7 } from "../../store/engine/uuid7.ts";
import type { KeptOutcome } from "../../store/rows.ts";
import type { KeptIds } from "../../store/sales/kept-ids.ts";
import { holdLeads, lineOf, type Rules, settle } from "../../store/sales/ledger-book.ts";
import type { Books } from "../../store/sales/ledger-fill.ts";
import { type Counted, countedOf } from "../../store/sales/ledger-lines.ts";
import { keepSources } from "../../store/sales/sales.ts";

/** An outcome to be kept. Without a `day` it is that of `at`. `note`: what its buyer writes about a return, for a note of the lead. */
export type NewOutcome = Omit<KeptOutcome, "day" | "reason"> &
  Partial<Pick<KeptOutcome, "day" | "reason">> & { note?: string };
/** What distinguishes outcomes: a lead has one of a kind per buyer and business day. */
type Identity = Pick<KeptOutcome, "leadId" | "outcome" | "day" | "buyer">;
/**
 * The effect of a report: whether it is new, and what the books now have for it. `contradicts`: what cannot be true
 * beside it, and its position among the simultaneous reports, or -1 where it was known; then it is not kept.
 */
export type Taken = Counted & { isNew: boolean; contradicts?: { other: KeptOutcome; index: number } };
/** An outcome that is kept, with what the books have of it. */
export type BookedOutcome = KeptOutcome & Counted;

/** Rows of one statement; SQLite takes 32,766 values. */
const atOnce = 1_000;

const columns = [
  ...(["id", "leadId", "outcome", "at"] as const),
  ...(["buyer", "buyerLeadId", "amountCents", "currency", "day", "reason"] as const),
] as const;

/** @param books does what follows from lines @param rules how they are kept, by whose days outcomes are of */
export function outcomesIn(
  connection: Connection,
  now: () => number,
  books: Pick<Books, "queue">,
  rules: Rules & { ids: KeptIds },
) {
  const { timeZone, ids: buyerIds } = rules;
  const dayOf = dayCounter(timeZone);
  /** Affiliates' messages follow from what is written, and cannot undo it. */
  const writing = async <Done>(work: (trx: Writer) => Promise<Done>): Promise<Done> => {
    const done = await connection.write(work);
    await books.queue();
    return done;
  };
  /** What the books have for each report on these leads, by its id; of one sale the last ones count last. */
  const countedAmong = async (db: Reader, last: readonly Pick<KeptOutcome, "id" | "leadId">[]) => {
    const counted = new Map<string, Counted>();
    const placeOf = new Map(last.map(({ id }, place) => [id, place]));
    for (const ids of chunks(leadsOf(last))) {
      const reports = await db
        .selectFrom("outcomes")
        .select([...columns, "receivedAt"])
        .where("leadId", "in", ids)
        .orderBy("at")
        .orderBy("id")
        .execute();
      reports.sort((one, other) => (placeOf.get(one.id) ?? -1) - (placeOf.get(other.id) ?? -1));
      const lines = (await db.selectFrom("salesLedger").selectAll().where("leadId", "in", ids).execute()).map(
        lineOf,
      );
      const saleOf = ({ leadId, buyer }: Pick<KeptOutcome, "leadId" | "buyer">) =>
        `${leadId} ${buyer.toLowerCase()}`;
      const linesOfSale = groupsOf(lines, saleOf);
      for (const [sale, said] of groupsOf(reports, saleOf)) {
        const found = countedOf(linesOfSale.get(sale) ?? [], said, timeZone);
        for (const [index, { id }] of said.entries()) counted.set(id, found[index]!);
      }
    }
    return counted;
  };
  const withBooks = async (
    db: Reader,
    rows: readonly (Omit<KeptOutcome, "day"> & { day: number | null })[],
  ): Promise<BookedOutcome[]> => {
    const counted = await countedAmong(
      db,
      rows.map(({ leadId }) => ({ id: "", leadId })),
    );
    return rows.map((row) => ({ ...dayed(row, dayOf), ...counted.get(row.id)! }));
  };
  return {
    /**
     * Adds those that are new, in one transaction, and answers each with what it has changed. What contradicts what is kept,
     * or another of these, is left out.
     * @param replace takes those that contradict what is kept in its place
     * @param receivedAt when a buyer's own call brought them; what it returned counts then, whatever day it gives
     * @param first done before, in the same transaction, while their leads are held; where it says no nothing is added or answered
     */
    add: (
      all: readonly NewOutcome[],
      { replace = false, receivedAt, first }: { replace?: boolean; receivedAt?: number; first?: First } = {},
    ): Promise<Taken[]> =>
      writing(async (trx) => {
        const said = all.map((each) => dated(each, dayOf));
        await holdLeads(trx, connection.kind, leadsOf(said));
        if (first && !(await first(trx))) return [];
        const { fresh, known, replaced, contradicted } = sorted(
          said,
          await ofLeads(trx, leadsOf(said), dayOf),
          replace,
          buyerIds,
        );
        await removeAll(trx, replaced);
        const booked = { booked: 1, receivedAt: receivedAt ?? null };
        const kept: KeptOutcome[] = [];
        for (const row of fresh)
          kept.push({ ...row, buyerLeadId: await buyerIds.kept(trx, row.leadId, row.buyerLeadId) });
        for (const rows of chunks(kept))
          await trx
            .insertInto("outcomes")
            .values(rows.map((row) => ({ ...row, ...booked })))
            .execute();
        const isFresh = new Set(fresh);
        await keepNotes(
          trx,
          all.filter((_, index) => isFresh.has(said[index]!)),
          now(),
        );
        // A found row is as safe as a new one only after a write (decision "A lost leader is waited for").
        const [found] = known;
        if (found)
          await trx
            .updateTable("outcomes")
            .set((eb) => ({ buyer: eb.ref("buyer") }))
            .where("id", "=", found)
            .execute();
        await keepSources(trx, leadsOf(said.filter((each) => !contradicted.has(each))));
        for (const sale of salesIn(fresh.filter(isMoney))) await settle(trx, sale, now(), rules);
        const counted = await countedAmong(trx, fresh);
        return said.map((each): Taken => {
          const other = contradicted.get(each);
          if (other)
            return { isNew: false, booked: 0, why: null, contradicts: { other, index: said.indexOf(other) } };
          return isFresh.has(each)
            ? { isNew: true, ...counted.get(each.id)! }
            : { isNew: false, booked: 0, why: "known already" };
        });
      }),
    /** Newest first. */
    list: ({ leadId, limit }: { leadId?: string; limit: number }): Promise<BookedOutcome[]> =>
      connection.read(async (db) => {
        const newest = db
          .selectFrom("outcomes")
          .select(columns)
          .orderBy("at", "desc")
          .orderBy("id")
          .limit(limit);
        const rows = await (leadId === undefined ? newest : newest.where("leadId", "=", leadId)).execute();
        return withBooks(db, rows);
      }),
    /** Returns how many there were. @param first as in `add` */
    remove: (identity: Identity, first?: First): Promise<number> =>
      writing(async (trx) => {
        await holdLeads(trx, connection.kind, [identity.leadId]);
        if (first && !(await first(trx))) return 0;
        const kept = await ofLeads(trx, [identity.leadId], dayOf);
        const same = kept.filter((each) => identityOf(each) === identityOf(identity));
        await removeAll(
          trx,
          same.map(({ id }) => id),
        );
        if (same.length > 0) await settle(trx, identity, now(), rules);
        return same.length;
      }),
    /** In the order of their times. */
    ofLead: (leadId: string): Promise<BookedOutcome[]> =>
      connection.read(async (db) =>
        withBooks(
          db,
          await db
            .selectFrom("outcomes")
            .select(columns)
            .where("leadId", "=", leadId)
            .orderBy("at")
            .execute(),
        ),
      ),
  };
}

/** Whether what it was to do in a transaction could be done. */
type First = (trx: Writer) => Promise<boolean>;

/** An outcome as it is kept. */
export function dated({ note: _, ...said }: NewOutcome, dayOf: (at: number) => number): KeptOutcome {
  return { reason: null, ...said, day: said.day ?? dayOf(said.at) };
}

/**
 * Keeps what buyers write about returns among the notes of their leads, where it is sealed, and erased with the lead. What comes
 * after that is not kept.
 */
export async function keepNotes(trx: Writer, all: readonly NewOutcome[], at: number): Promise<void> {
  for (const { leadId, buyer, note } of all) {
    if (note === undefined) continue;
    const lead = await trx.selectFrom("leads").select("erasedAt").where("id", "=", leadId).executeTakeFirst();
    if (lead?.erasedAt !== null) continue;
    const row = { id: uuid7(at), leadId, at, person: noteOf(buyer), remark: clean(note) };
    await trx.insertInto("leadNotes").values(row).execute();
  }
}

/** The author of a buyer's note on a return. */
export const noteOf = (buyer: string) => `${buyer}, a buyer`;

function identityOf({ leadId, buyer, outcome, day }: Identity): string {
  return [leadId, buyer.toLowerCase(), outcome, day].join(" ");
}

/** Whether two reports of one kind, lead, buyer and day cannot both be true. A missing id or reason in one may be given in the other; money has to agree. */
export function contradicts(one: KeptOutcome, other: KeptOutcome, { isSame }: KeptIds): boolean {
  const isOther =
    one.buyerLeadId !== null && other.buyerLeadId !== null && !isSame(one.buyerLeadId, other.buyerLeadId);
  return (
    isOther ||
    (one.reason !== null && other.reason !== null && one.reason !== other.reason) ||
    one.amountCents !== other.amountCents ||
    one.currency !== other.currency
  );
}

/** Which of these are new, known already by the ids of stored ones, or contradictory. */
function sorted(
  all: readonly KeptOutcome[],
  kept: readonly KeptOutcome[],
  replace: boolean,
  buyerIds: KeptIds,
) {
  const ids = new Set(kept.map(({ id }) => id));
  const before = groupsOf(kept, identityOf);
  const fresh: KeptOutcome[] = [];
  const [known, replaced]: [string[], string[]] = [[], []];
  const contradicted = new Map<KeptOutcome, KeptOutcome>();
  for (const [identity, same] of groupsOf(all, identityOf)) {
    const [first, ...others] = same.filter(({ id }) => !ids.has(id));
    known.push(...same.filter(({ id }) => ids.has(id)).map(({ id }) => id));
    if (!first) continue;
    const rival = others.find((each) => contradicts(each, first, buyerIds));
    const other = before.get(identity)?.[0];
    if (rival) {
      // Nobody knows which of two contradicting outcomes is true.
      contradicted.set(first, rival);
      for (const each of others) contradicted.set(each, first);
    } else if (!other || (replace && contradicts(first, other, buyerIds))) {
      replaced.push(...(before.get(identity) ?? []).map(({ id }) => id));
      fresh.push(first);
    } else if (contradicts(first, other, buyerIds))
      for (const each of [first, ...others]) contradicted.set(each, other);
    else known.push(other.id);
  }
  return { fresh, known, replaced, contradicted };
}

function groupsOf<Item>(all: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of all) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function chunks<Item>(all: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) =>
    all.slice(index * atOnce, (index + 1) * atOnce),
  );
}

async function ofLeads(
  db: Reader,
  leadIds: readonly string[],
  dayOf: (at: number) => number,
): Promise<KeptOutcome[]> {
  const found: KeptOutcome[] = [];
  for (const ids of chunks(leadIds)) {
    const rows = await db.selectFrom("outcomes").select(columns).where("leadId", "in", ids).execute();
    found.push(...rows.map((row) => dayed(row, dayOf)));
  }
  return found;
}

/**
 * An outcome as it is kept, with its day. A program of before November 28 wrote none: it kept a report that gave a day as
 * the midnight of UTC on that day.
 */
function dayed<Row extends Pick<KeptOutcome, "at"> & { day: number | null }>(
  row: Row,
  dayOf: (at: number) => number,
): Row & { day: number } {
  return { ...row, day: row.day ?? (row.at % dayMs === 0 ? row.at / dayMs : dayOf(row.at)) };
}

async function removeAll(trx: Writer, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids)) await trx.deleteFrom("outcomes").where("id", "in", some).execute();
}

/** Lead ids in one fixed order, in which others lock them too. */
function leadsOf(all: readonly Pick<KeptOutcome, "leadId">[]): string[] {
  return [...new Set(all.map(({ leadId }) => leadId))].sort();
}

/** The other outcomes change nothing in the books. */
const isMoney = ({ outcome }: KeptOutcome) => outcome === "paid" || outcome === "returned";

/** The subjects of these outcomes: each lead and buyer once. */
function salesIn(all: readonly KeptOutcome[]): Pick<KeptOutcome, "leadId" | "buyer">[] {
  return [...new Map(all.map((each) => [`${each.leadId} ${each.buyer.toLowerCase()}`, each])).values()];
}
