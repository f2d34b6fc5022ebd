import { failure, type Log } from "../../observe/log.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import { StoreBusy, StoreUnavailable } from "../engine/failures.ts";
import { acquireLock, tryLock } from "../engine/locks.ts";
import type { LeadKeys } from "../leads/lead-keys.ts";
import type { Refusal } from "../rows.ts";
import type { KeptIds } from "./kept-ids.ts";
import { bookSale, holdLeads, isUnbooked, lineOf, type Recorded, type Rules, settle } from "./ledger-book.ts";
import type { News, SalesLine } from "./ledger-lines.ts";
import { type NewsReader, owedIn, readNews, readRefusal, takeOlderNews, unreadIn } from "./news.ts";

/** What follows from what is recorded: the books, and from their lines what features do. */
export type Books = ReturnType<typeof booksIn>;

/** What those need who write in the books, or read them: what follows from a line, and how lines are kept. */
export type Bookkeeping = { books: Books; rules: Rules & { ids: KeptIds } };

/** Why something does not follow: `books` of a sale or report that is in no book, a reader's name of news that it has not read. */
export type Unfollowed = { step: string; leadId: string; why: unknown };

/** How much is due of one step, and since when, epoch milliseconds. */
type HowLate = { count: number; since: number | undefined };

/** What is due: of the books, and by readers' names of the news. */
export type Behind = { books: HowLate; [reader: string]: HowLate };

type Due = { key: string; leadId: string; at: number };
type Step<Row> = {
  name: Unfollowed["step"];
  /** What is due, the oldest first. @param after continues behind this one */
  due: (db: Reader, after: Due | undefined) => Promise<(Row & Due)[]>;
  /** Does it, unless it is done; the caller holds the lead. */
  work: (trx: Writer, row: Row) => Promise<void>;
  /** One process at a time does it. */
  isAlone: boolean;
};

/** Rows of one transaction: others get their turn in between. */
const batch = 200;
/** Lines of the log for one look. */
const mostLogged = 10;

/** @param keys of leads, by which those of somebody who refused are found */
export function booksIn(
  connection: Connection,
  now: () => number,
  log: Log,
  rules: Rules,
  keys: Pick<LeadKeys, "catchUp">,
) {
  const { readers } = rules;
  const isAnyDue = isAnyDueIn(connection);
  const refusals = async (reader: NewsReader) => {
    const step = refusalsFor(reader, now);
    if ((await connection.read((db) => step.due(db, undefined))).length === 0) return [];
    // Every lead that was sent before the refusal is there by now, and is findable then.
    await keys.catchUp(Number.MAX_SAFE_INTEGER);
    return eachDue(connection, step);
  };
  const news = readers.map((reader) => async () => [
    ...(await eachDue(connection, newsFor(connection.kind, reader, now))),
    ...(reader.refused ? await refusals(reader) : []),
  ]);
  const steps = [
    (waits: boolean) => eachDue(connection, salesWith(rules), waits),
    // Of a sale that is in the books.
    (waits: boolean) => eachDue(connection, outcomesWith(rules), waits),
    ...news,
  ];
  const logged = (left: readonly Unfollowed[]) => {
    for (const { step, leadId, why } of left.slice(0, mostLogged))
      log(step === "books" ? "sales.failed" : `${step}.failed`, { leadId, ...failure(why) });
  };
  /** Has the news read. Never throws: what fails is logged and stays due. */
  const queue = async (): Promise<void> => {
    for (const [index, read] of news.entries())
      logged(await read().catch((why) => [{ step: readers[index]!.name, leadId: "", why }]));
  };
  return {
    queue,
    /** Books what was recorded of a message, and has the news of it read. Never throws, as `queue`. */
    async follow({ id, leadId }: { id: string; leadId: string }): Promise<void> {
      await connection
        .write(async (trx) => {
          await holdLeads(trx, connection.kind, [leadId]);
          const row = await unbooked(trx).where("messageId", "=", id).executeTakeFirst();
          if (row) await bookSale(trx, row, rules);
        })
        .catch((why) => logged([{ step: "books", leadId, why }]));
      await queue();
    },
    /**
     * Does all that is due, of this program and of those that ran before it or beside it, which may take minutes after an
     * upgrade: the site serves meanwhile.
     * @param waits for another process that is at it, whose the rest is otherwise: all is in the books then
     * @returns what could not be done; it holds up nothing else
     */
    async catchUp(waits = false): Promise<Unfollowed[]> {
      const [look] = await connection.query(isAnyDue({}));
      if (!look!.isDue) return [];
      const left: Unfollowed[] = [];
      if (readers.length > 0) await connection.write(takeOlderNews);
      for (const step of steps) left.push(...(await step(waits)));
      logged(left);
      return left;
    },
    /** All lines of these leads, the oldest first. */
    ofLeads: (leadIds: readonly string[]): Promise<SalesLine[]> =>
      connection.read(async (db) => {
        if (leadIds.length === 0) return [];
        const rows = await db
          .selectFrom("salesLedger")
          .selectAll()
          .where("leadId", "in", leadIds)
          .orderBy("at")
          .orderBy("id")
          .execute();
        return rows.map(lineOf);
      }),
    /** What a lead's buyers owe for it now, in cents. */
    owed: (leadId: string): Promise<number> => connection.read((db) => owedIn(db, leadId)),
    /** How much is due. */
    behind: () =>
      behindIn(
        connection,
        readers.map(({ name }) => name),
      ),
  };
}

async function eachDue<Row>(
  connection: Connection,
  { name, due, work, isAlone }: Step<Row>,
  waits = false,
): Promise<Unfollowed[]> {
  const left: Unfollowed[] = [];
  const isDone = (rows: readonly (Row & Due)[]) =>
    connection.write(async (trx) => {
      if (isAlone && waits) await acquireLock(trx, connection.kind, "books");
      else if (isAlone && !(await tryLock(trx, connection.kind, "books"))) return false;
      await holdLeads(trx, connection.kind, [...new Set(rows.map(({ leadId }) => leadId))].sort());
      for (const row of rows) await work(trx, row);
      return true;
    });
  for (let after: Due | undefined; ; ) {
    const rows = await connection.read((db) => due(db, after));
    if (rows.length === 0) return left;
    try {
      if (!(await isDone(rows))) return left;
    } catch (error) {
      demandStore(error);
      // One of them cannot be done; which one is found one by one.
      for (const row of rows) {
        try {
          if (!(await isDone([row]))) return left;
        } catch (why) {
          demandStore(why);
          left.push({ step: name, leadId: row.leadId, why });
        }
      }
    }
    after = rows.at(-1);
  }
}

/** @throws what says that the store is away, and not that something is wrong with a row */
function demandStore(error: unknown): void {
  if (error instanceof StoreUnavailable && !(error instanceof StoreBusy)) throw error;
}

const unbooked = (db: Reader) =>
  db.selectFrom("sales").selectAll().select("messageId as key").where(isUnbooked);

const salesWith = (rules: Rules): Step<Recorded> => ({
  name: "books",
  isAlone: true,
  due: (db, after) =>
    unbooked(db)
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple("at", "messageId"), ">", tuple(after!.at, after!.key)),
        ),
      )
      .orderBy("at")
      .orderBy("messageId")
      .limit(batch)
      .execute(),
  work: (trx, row) => bookSale(trx, row, rules),
});

/** Reports from before there were books: they were told without terms, so they count however late. */
const outcomesWith = (rules: Rules): Step<{ leadId: string; buyer: string; at: number; key: string }> => ({
  name: "books",
  isAlone: true,
  due: (db, after) =>
    db
      .selectFrom("outcomes")
      .select(["id as key", "leadId", "buyer", "at"])
      .where("booked", "is", null)
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "id"), ">", tuple(after!.at, after!.key))),
      )
      .orderBy("at")
      .orderBy("id")
      .limit(batch)
      .execute(),
  async work(trx, { leadId, buyer, at, key }) {
    await settle(trx, { leadId, buyer }, at, rules, { upTo: at });
    await trx.updateTable("outcomes").set({ booked: 1 }).where("id", "=", key).execute();
  },
});

const newsFor = (kind: Connection["kind"], reader: NewsReader, now: () => number): Step<News> => ({
  name: reader.name,
  // Somebody waits for its end.
  isAlone: false,
  due: (db, after) =>
    db
      .selectFrom("news")
      .selectAll()
      .select("id as key")
      .where("reader", "=", reader.name)
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "id"), ">", tuple(after!.at, after!.key))),
      )
      .orderBy("at")
      .orderBy("id")
      .limit(batch)
      .execute(),
  work: (trx, row) => readNews(trx, row, reader, now(), (turn) => acquireLock(trx, kind, turn)),
});

const refusalsFor = (reader: NewsReader, now: () => number): Step<Refusal & { leadKeys: string }> => ({
  name: reader.name,
  isAlone: false,
  due: (db, after) =>
    db
      .selectFrom("refusals")
      .selectAll()
      .select("id as key")
      .where("reader", "=", reader.name)
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "id"), ">", tuple(after!.at, after!.key))),
      )
      .orderBy("at")
      .orderBy("id")
      .limit(batch)
      .execute(),
  work: (trx, row) => readRefusal(trx, row, reader, now()),
});

/** Whether anything is: at most times nothing, and one statement that is prepared says so for all. */
function isAnyDueIn({ prepare }: Connection) {
  return prepare((db) =>
    db.selectNoFrom(({ exists, or, selectFrom, lit }) => {
      const one = lit(1).as("one");
      return or([
        exists(selectFrom("sales").select(one).where(isUnbooked)),
        exists(selectFrom("outcomes").select(one).where("booked", "is", null)),
        ...(["news", "affiliateNews", "refusals"] as const).map((table) =>
          exists(selectFrom(table).select(one)),
        ),
      ]).as("isDue");
    }),
  );
}

/** What is due in a store. @param readers names of those who read news */
export function behindIn(connection: Connection, readers: readonly string[]): Promise<Behind> {
  return connection.read((db) => dueIn(db, readers));
}

async function dueIn(db: Reader, readers: readonly string[]): Promise<Behind> {
  const sales = db
    .selectFrom("sales")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min<number | null>("at").as("since")])
    .where(isUnbooked);
  const reports = db
    .selectFrom("outcomes")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min<number | null>("at").as("since")])
    .where("booked", "is", null);
  const unread = await unreadIn(db);
  const sum = (rows: { count: number; since: number | null }[]) => ({
    count: rows.reduce((all, { count }) => all + Number(count), 0),
    since: rows.reduce<number | undefined>(
      (oldest, { since }) => (since === null ? oldest : Math.min(oldest ?? Number(since), Number(since))),
      undefined,
    ),
  });
  return {
    books: sum([...(await sales.execute()), ...(await reports.execute())]),
    ...Object.fromEntries(readers.map((name) => [name, sum(unread.filter(({ reader }) => reader === name))])),
  };
}
