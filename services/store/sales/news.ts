import type { Reader, Writer } from "../engine/connection.ts";
import type { Lock } from "../engine/locks.ts";
import { uuid7 } from "../engine/uuid7.ts";
import type { NoteRefusal } from "../guards/suppressions.ts";
import type { LeadKeys } from "../leads/lead-keys.ts";
import { messageRow } from "../leads/submit.ts";
import type { Lead, NewMessage, Refusal } from "../rows.ts";
import { type Holder, holdersOf } from "./holders.ts";
import { sourceIn } from "./ledger-book.ts";
import type { LineRow, News } from "./ledger-lines.ts";

/** The lead of some news. */
type NewsLead = Pick<
  Lead,
  "id" | "origin" | "kind" | "variant" | "record" | "qualified" | "dqReason" | "signs"
>;

/**
 * The same with what its messages depend on. `queued`: when its rows in the outbox were made, by their names; those that
 * follow from the news are made `at` (epoch milliseconds). `owed`: what its buyers owe for it by the books now, in cents.
 */
export type ToldLead = NewsLead & {
  queued: ReadonlyMap<string, number>;
  at: number;
  owed(): Promise<number>;
};

/**
 * A feature that reads news, by its name. Each has its own rows and reads them at its own pace: what it throws is logged
 * as `<name>.failed`, its row is read again, and nothing else waits for it.
 */
export type NewsReader = {
  name: string;
  /** Whether it reads news of this kind: by the settings alone, since the news itself waits for the answer. */
  wants(news: Pick<News, "affiliate" | "event" | "payout" | "price">): boolean;
  /** What is queued for it. The news goes with that, in one transaction, so that it is queued once. */
  messages?(news: News, lead: ToldLead): Promise<readonly NewMessage[]>;
  /**
   * What it writes in tables of its own, in the same transaction, before that.
   * @param hold waits for a turn, which is held to the end of the transaction
   */
  keep?(trx: Writer, news: News, lead: NewsLead, hold: Hold): Promise<void>;
  /**
   * What is queued of one lead of somebody who is on the suppression list now; undefined: it does not follow that up. A name
   * that the lead has a row of in the outbox is queued no second time.
   */
  refused?(refusal: Omit<Refusal, "reader">, lead: RefusedLead): readonly NewMessage[];
};

type Hold = (turn: Lock) => Promise<void>;

/** A lead of somebody who refused, and who has it; its record is not read. What follows is queued `at`, epoch milliseconds. */
export type RefusedLead = Pick<Lead, "id" | "kind"> & {
  at: number;
  holders: readonly (Holder & { buyerLeadId: string | null })[];
};

/** The news that a lead has come, for those who want it. */
export function newsOfLead(readers: readonly NewsReader[], affiliates: ReadonlySet<string>) {
  return ({ id: leadId, record }: Pick<Lead, "id" | "record">, at: number): News[] => {
    if (readers.length === 0) return [];
    const { affiliate } = sourceIn(record, (id) => affiliates.has(id));
    const news = { leadId, affiliate, event: "lead" as const, price: 0, payout: 0, total: 0, at };
    return readers
      .filter((reader) => reader.wants(news))
      .map(({ name: reader }, index) => ({ id: uuid7(at + index), reader, ...news }));
  };
}

/** Notes what new lines of the books mean, in their transaction. */
export type NoteLines = (trx: Writer, written: readonly LineRow[]) => Promise<void>;

/** Takes down that somebody refused, for those who follow that up. @param keys by which their leads are found */
export function noteRefusals(readers: readonly NewsReader[], keys: Pick<LeadKeys, "keysOf">): NoteRefusal {
  const wanting = readers.filter(({ refused }) => refused);
  return async (trx, reach, refusal) => {
    const leadKeys = keys.keysOf(reach).join(" ");
    if (wanting.length === 0 || (leadKeys === "" && refusal.leadId === "")) return false;
    const rows = wanting.map(({ name: reader }, index) => ({
      id: uuid7(refusal.at + index),
      reader,
      leadKeys,
      ...refusal,
    }));
    await trx.insertInto("refusals").values(rows).execute();
    return true;
  };
}

/** Lines that were written together are one piece of news, or two where one sale came and went at once. */
export function newsOfLines(readers: readonly NewsReader[], now: () => number): NoteLines {
  return async (trx, written) => {
    const [line] = written;
    if (!line) return;
    const { leadId, affiliate } = line;
    const sum = (isPart: (part: LineRow["part"]) => boolean) =>
      written.filter(({ part }) => isPart(part)).reduce((all, { cents }) => all + cents, 0);
    const [payout, price] = [sum((part) => part === "payout"), sum((part) => part !== "payout")];
    const wanted = eventsOf(written).flatMap((event, index) => {
      const change = index === 0 ? { payout, price } : { payout: 0, price: 0 };
      const news = { leadId, affiliate, event, ...change };
      return readers
        .filter((reader) => reader.wants(news))
        .map(({ name: reader }) => ({ nth: index, reader, ...news }));
    });
    if (wanted.length === 0) return;
    const paid = await trx
      .selectFrom("salesLedger")
      .select(["cents"])
      .where("leadId", "=", leadId)
      .where("affiliate", "=", affiliate)
      .where("part", "=", "payout")
      .execute();
    const total = paid.reduce((all, { cents }) => all + Number(cents), 0);
    const at = now();
    const rows = wanted.map(({ nth, ...news }) => ({ id: uuid7(at + nth), ...news, total, at }));
    await trx.insertInto("news").values(rows).execute();
  };
}

function eventsOf(lines: readonly LineRow[]): News["event"][] {
  const isSold = lines.some(({ kind }) => kind === "sale");
  const isReturned = lines.some(({ kind }) => kind === "return" || kind === "credit");
  if (!isSold && !isReturned) return ["corrected"];
  return [...(isSold ? (["sold"] as const) : []), ...(isReturned ? (["returned"] as const) : [])];
}

/**
 * Queues what follows from one piece of news, once: both happen in the caller's transaction, which holds the lead. Nothing
 * follows for a visitor who opted out of the sale and sharing of their data, or was erased; the books have it all the same.
 */
export async function readNews(
  trx: Writer,
  news: News,
  reader: NewsReader,
  at: number,
  hold: Hold,
): Promise<void> {
  const { id, leadId } = news;
  const { numDeletedRows } = await trx.deleteFrom("news").where("id", "=", id).executeTakeFirst();
  // Another process has read it.
  if (Number(numDeletedRows) === 0) return;
  const row = await trx
    .selectFrom("leads")
    .select(["id", "origin", "kind", "variant", "record", "qualified", "dqReason", "signs", "erasedAt"])
    .where("id", "=", leadId)
    .executeTakeFirst();
  // What a person's key sealed cannot be written once that is forgotten.
  if (!row || row.erasedAt !== null) return;
  const consent = await trx
    .selectFrom("consents")
    .select(["leadId", "body"])
    .where("leadId", "=", leadId)
    .executeTakeFirst();
  if (consent?.body && JSON.parse(consent.body).optOut !== undefined) return;
  const { erasedAt: _, ...stored } = row;
  const lead: NewsLead = {
    ...stored,
    record: JSON.parse(row.record),
    qualified: row.qualified === null ? null : Number(row.qualified) === 1,
    signs: row.signs === null ? null : JSON.parse(row.signs),
  };
  await reader.keep?.(trx, news, lead, hold);
  if (!reader.messages) return;
  const queued = await trx
    .selectFrom("outbox")
    .select(["destination", "createdAt"])
    .where("leadId", "=", leadId)
    .execute();
  const messages = await reader.messages(news, {
    ...lead,
    queued: new Map(queued.map(({ destination, createdAt }) => [destination, createdAt])),
    at,
    owed: () => owedIn(trx, leadId),
  });
  if (messages.length === 0) return;
  await trx
    .insertInto("outbox")
    .values(messages.map((message) => messageRow(leadId, message, at)))
    .execute();
}

/**
 * Queues what follows for all leads of somebody who refused, once: their keys have been written, and what is found is queued
 * in the transaction that takes the refusal away. A lead that comes later is asked about at each attempt to send it.
 */
export async function readRefusal(
  trx: Writer,
  { leadKeys, ...refusal }: Refusal & { leadKeys: string },
  reader: NewsReader,
  at: number,
): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom("refusals").where("id", "=", refusal.id).executeTakeFirst();
  // Another process has read it.
  if (Number(numDeletedRows) === 0) return;
  const leads = await trx
    .selectFrom("leads")
    .select(["id", "kind"])
    .where((or) =>
      or.or([
        or("id", "=", refusal.leadId),
        or("id", "in", (of) =>
          // The empty key is of leads of which nothing can be sought.
          of
            .selectFrom("leadKeys")
            .select("leadId")
            .where("hash", "in", leadKeys.split(" "))
            .where("hash", "!=", ""),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
  for (const { id, kind } of leads) {
    const holders = await holdersOf(trx, id);
    const messages = reader.refused?.(refusal, { id, kind, at, holders }) ?? [];
    if (messages.length === 0) continue;
    await trx
      .insertInto("outbox")
      .values(messages.map((message) => messageRow(id, message, at)))
      .onConflict((c) => c.column("id").doNothing())
      .execute();
  }
}

/** What a lead's buyers owe for it by the books, in cents. */
export async function owedIn(db: Reader, leadId: string): Promise<number> {
  const lines = await db
    .selectFrom("salesLedger")
    .select(["cents"])
    .where("leadId", "=", leadId)
    .where("part", "!=", "payout")
    .execute();
  return lines.reduce((all, { cents }) => all + Number(cents), 0);
}

/** What a release before this one noted in a table of its own, and goes on to note while it serves beside this one. */
export async function takeOlderNews(trx: Writer): Promise<void> {
  const older = await trx.deleteFrom("affiliateNews").returningAll().execute();
  if (older.length === 0) return;
  await trx
    .insertInto("news")
    .values(older.map((row) => ({ ...row, price: 0 })))
    .execute();
}

/** How much of it each reader has not read, refusals included, and since when, epoch milliseconds. */
export async function unreadIn(db: Reader) {
  const of = (table: "news" | "affiliateNews" | "refusals") =>
    db
      .selectFrom(table)
      .select(({ fn }) => [
        "reader",
        fn.countAll<number>().as("count"),
        fn.min<number | null>("at").as("since"),
      ])
      .groupBy("reader")
      .execute();
  return [...(await of("news")), ...(await of("affiliateNews")), ...(await of("refusals"))];
}
