import { type ExpressionBuilder, sql } from "kysely";
import { clean } from "../../store/engine/clean.ts";
import type { Connection, Reader } from "../../store/engine/connection.ts";
import { acquireLock } from "../../store/engine/locks.ts";
import type { Schema } from "../../store/engine/schema.ts";
import { ofSource } from "../../store/engine/statements.ts";
import { withoutNamesOf } from "../../store/guards/readings.ts";
import {
  digestOf,
  holdLeads,
  lineOf,
  linesOf,
  type Rules,
  settle,
  write,
} from "../../store/sales/ledger-book.ts";
import type { Books, Unfollowed } from "../../store/sales/ledger-fill.ts";
import { type ClosedMonth, canUndo, type SalesLine, standingOf } from "../../store/sales/ledger-lines.ts";

/** Selects lines; `until` is exclusive. `returned` selects sales by what became of them, at any time. */
export type SalesFilter = {
  from?: number;
  until?: number;
  buyer?: string;
  affiliate?: string;
  subId?: string;
  kind?: SalesLine["kind"];
  parts?: readonly SalesLine["part"][];
  returned?: boolean;
};

/** The sum of one buyer's, affiliate's and kind's lines. */
export type SalesSum = Pick<SalesLine, "buyer" | "affiliate" | "kind" | "part"> & {
  lines: number;
  cents: number;
};

/** The number of returned sales of one buyer and affiliate. */
export type ReturnedCount = Pick<SalesLine, "buyer" | "affiliate"> & { returned: number };

/** Why something was not taken back: there is no such sale or line, it is back already, or it is more than is left. */
export type NotGiven = { refused: "unknown" | "returned" | "too much"; left: number };

/** A booking that a person makes by hand. */
export type ByHand = { person: string; reason: string };

/** The books of what was sold. Lines are only added, and removed when they are too old for books. */
export type Ledger = ReturnType<typeof ledgerIn>;

/** @param books does what follows from lines @param rules how they are kept */
export function ledgerIn(connection: Connection, now: () => number, books: Books, rules: Rules) {
  const { kind } = connection;
  /** Books by hand what `entryOf` makes of a line and the other lines of its sale. */
  const byHand = async (
    id: string,
    { person, reason }: ByHand,
    entryOf: (line: SalesLine, lines: readonly SalesLine[]) => Pick<SalesLine, "kind" | "cents"> | NotGiven,
  ) => {
    const done = await connection.write(async (trx): Promise<SalesLine | NotGiven> => {
      const found = await lineIn(trx, id);
      if (!found) return { refused: "unknown", left: 0 };
      await holdLeads(trx, kind, [found.leadId]);
      const lines = await linesOf(trx, found);
      const entry = entryOf(found, lines);
      if ("refused" in entry) return entry;
      const about = { ...found, lines };
      const nameless = await withoutNamesOf(trx, [found.leadId], reason);
      const said = { person, reason: clean(nameless), part: "back" as const, corrects: id };
      const written = await write(trx, now(), [{ ...entry, ...said }], about);
      // Somebody else pressed at the same moment.
      if (!written[0]) return { refused: "returned", left: 0 };
      await settle(trx, found, now(), rules, { written });
      return lineOf(written[0]);
    });
    await books.queue();
    return done;
  };
  return {
    /** The oldest first. @param after continues behind this line */
    list: (filter: SalesFilter, limit: number, after?: Pick<SalesLine, "at" | "id">): Promise<SalesLine[]> =>
      connection.read(async (db) => {
        const rows = await chosen(db, filter)
          .selectAll()
          .$if(after !== undefined, (query) =>
            query.where(({ eb, refTuple, tuple }) =>
              eb(refTuple("at", "id"), ">", tuple(after!.at, after!.id)),
            ),
          )
          .orderBy("at")
          .orderBy("id")
          .limit(limit)
          .execute();
        return rows.map(lineOf);
      }),
    /** The newest first. @param before continues behind this line */
    newest: (
      filter: SalesFilter,
      limit: number,
      before?: Pick<SalesLine, "at" | "id">,
    ): Promise<SalesLine[]> =>
      connection.read(async (db) => {
        const rows = await chosen(db, filter)
          .selectAll()
          .$if(before !== undefined, (query) =>
            query.where(({ eb, refTuple, tuple }) =>
              eb(refTuple("at", "id"), "<", tuple(before!.at, before!.id)),
            ),
          )
          .orderBy("at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .execute();
        return rows.map(lineOf);
      }),
    async sums(filter: SalesFilter): Promise<SalesSum[]> {
      const rows = await connection.read((db) =>
        chosen(db, filter)
          .select(({ fn }) => [
            ...(["buyer", "affiliate", "kind", "part"] as const),
            fn.countAll<number>().as("lines"),
            fn.sum<number>("cents").as("cents"),
          ])
          .groupBy(["buyer", "affiliate", "kind", "part"])
          .orderBy("buyer")
          .orderBy("affiliate")
          .orderBy("kind")
          .execute(),
      );
      return rows.map(({ lines, cents, ...row }) => ({ ...row, lines: Number(lines), cents: Number(cents) }));
    },
    /**
     * Which sales were returned by these lines and not taken up again by them: a credit returns nothing, and what became of a sale
     * after the days of the filter counts in those days.
     */
    async returns(filter: SalesFilter): Promise<ReturnedCount[]> {
      const rows = await connection.read((db) =>
        db
          .selectFrom(
            chosen(db, filter)
              .select(({ fn }) => [fn.min("buyer").as("buyer"), fn.min("affiliate").as("affiliate")])
              .where("part", "=", "back")
              .where(({ or, eb, exists, selectFrom }) =>
                or([
                  eb("kind", "=", "return"),
                  exists(
                    selectFrom("salesLedger as undone")
                      .select("undone.id")
                      .whereRef("undone.id", "=", "salesLedger.corrects")
                      .where("undone.kind", "=", "return"),
                  ),
                ]),
              )
              .groupBy(["leadId", sql`lower(buyer)`])
              .having(sql<boolean>`max(case when sales_ledger.kind = 'return' then 1 else 0 end) = 1`)
              .having(isBack("sales_ledger"))
              .as("back"),
          )
          .select(({ fn }) => ["buyer", "affiliate", fn.countAll<number>().as("returned")])
          .groupBy(["buyer", "affiliate"])
          .execute(),
      );
      return rows.map((row) => ({ ...row, returned: Number(row.returned) }));
    },
    /** How many leads the lines are of: one that two buyers bought, or one returned it twice, is one. */
    countLeads: (filter: SalesFilter): Promise<number> =>
      connection.read(async (db) => {
        const { leads } = await chosen(db, filter)
          .select(({ fn }) => fn.count<number>("leadId").distinct().as("leads"))
          .executeTakeFirstOrThrow();
        return Number(leads);
      }),
    /** Names in the lines of a time, for filters, by the alphabet. */
    names: (time: Pick<SalesFilter, "from" | "until">): Promise<{ buyers: string[]; affiliates: string[] }> =>
      connection.read(async (db) => {
        const distinct = (column: "buyer" | "affiliate") =>
          chosen(db, time).select(`${column} as name`).distinct().orderBy(column).execute();
        const [buyers, affiliates] = [await distinct("buyer"), await distinct("affiliate")];
        return { buyers: buyers.map(({ name }) => name), affiliates: affiliates.map(({ name }) => name) };
      }),
    get: (id: string): Promise<SalesLine | undefined> => connection.read((db) => lineIn(db, id)),
    ofLeads: books.ofLeads,
    /** Takes a sale back: all that is left of it, or a part of its price as a credit. @param sale the id of its line */
    giveBack: (sale: string, cents: number | undefined, by: ByHand): Promise<SalesLine | NotGiven> =>
      byHand(sale, by, (line, lines) => {
        const { price, given, isReturned } = standingOf(lines);
        const left = price - given;
        if (line.kind !== "sale") return { refused: "unknown", left: 0 };
        if (isReturned && left <= 0) return { refused: "returned", left: 0 };
        if (cents !== undefined && cents > left) return { refused: "too much", left };
        return cents === undefined
          ? { kind: "return", cents: -left || 0 }
          : { kind: "credit", cents: -cents };
      }),
    /** Undoes what a person took back. @param line its id */
    undo: (id: string, by: ByHand): Promise<SalesLine | NotGiven> =>
      byHand(id, by, (line, lines) => {
        const isUndone = lines.some(({ corrects }) => corrects === id);
        return canUndo(line, lines)
          ? { kind: "correction", cents: -line.cents }
          : { refused: isUndone ? "returned" : "unknown", left: 0 };
      }),
    catchUp: books.catchUp,
    /**
     * Nothing can be added to it from then on.
     * @returns the closed month, the same if it was closed before; or what could not be booked, while there is
     * anything: it stays open then
     */
    close: async (
      { month, begins, ends }: Pick<ClosedMonth, "month" | "begins" | "ends">,
      person: string,
    ): Promise<ClosedMonth | { unbooked: readonly Unfollowed[] }> => {
      // A later booking has a later date.
      const unbooked = (await books.catchUp(true)).filter(({ step }) => step === "books");
      if (unbooked.length > 0) return { unbooked };
      return connection.write(async (trx) => {
        await acquireLock(trx, kind, "books");
        const before = await trx
          .selectFrom("closedMonths")
          .selectAll()
          .where("month", "=", month)
          .executeTakeFirst();
        if (before) return before;
        const row = {
          month,
          begins,
          ends,
          closedAt: now(),
          person,
          ...(await digestOf(trx, { begins, ends })),
        };
        await trx.insertInto("closedMonths").values(row).execute();
        return row;
      });
    },
    closed: (): Promise<ClosedMonth[]> =>
      connection.read((db) => db.selectFrom("closedMonths").selectAll().orderBy("begins", "desc").execute()),
    /** Whether the lines of a closed month are those that it was closed with. */
    async isUnchanged(month: ClosedMonth): Promise<boolean> {
      const { lines, digest } = await connection.read((db) => digestOf(db, month));
      return lines === month.lines && digest === month.digest;
    },
  };
}

async function lineIn(db: Reader, id: string): Promise<SalesLine | undefined> {
  const row = await db.selectFrom("salesLedger").selectAll().where("id", "=", clean(id)).executeTakeFirst();
  return row && lineOf(row);
}

function chosen(db: Reader, { from, until, buyer, affiliate, subId, kind, parts, returned }: SalesFilter) {
  let query = db.selectFrom("salesLedger");
  if (from !== undefined) query = query.where("at", ">=", from);
  if (until !== undefined) query = query.where("at", "<", until);
  if (buyer !== undefined) query = query.where(({ fn }) => fn("lower", ["buyer"]), "=", buyer.toLowerCase());
  if (affiliate !== undefined) query = query.where("affiliate", "=", affiliate);
  if (subId !== undefined) query = query.where((eb) => ofSource(eb, subId));
  if (kind !== undefined) query = query.where("kind", "=", kind);
  if (parts !== undefined) query = query.where("part", "in", parts);
  if (returned !== undefined)
    query = query.where("kind", "=", "sale").where((eb) => (returned ? cameBack(eb) : eb.not(cameBack(eb))));
  return query;
}

/** True if a sale was returned or credited at any time: the same as what `standingOf` says of its lines. */
function cameBack(eb: ExpressionBuilder<Schema, "salesLedger">) {
  return eb.exists(
    eb
      .selectFrom("salesLedger as back")
      .select("back.leadId")
      .whereRef("back.leadId", "=", "salesLedger.leadId")
      .where(sql<boolean>`lower(back.buyer) = lower(sales_ledger.buyer)`)
      .where("back.part", "=", "back")
      .groupBy("back.leadId")
      .having(isBack("back")),
  );
}

/**
 * For the returned lines of a sale: whether anything was returned, which for a sale without a price is a line of
 * nothing.
 */
function isBack(lines: "back" | "sales_ledger") {
  const [cents, kind] = [sql.ref(`${lines}.cents`), sql.ref(`${lines}.kind`)];
  return sql<boolean>`(sum(${cents}) < 0 or max(case when ${kind} = 'correction' then 1 else 0 end) = 0)`;
}
