import type { ExpressionBuilder, Selectable } from "kysely";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import type { Schema } from "../engine/schema.ts";
import { uuid7 } from "../engine/uuid7.ts";
import {
  dueEntries,
  type Entry,
  isSame,
  type LineRow,
  type SalesLine,
  type SaleTerms,
  type SoldLead,
} from "./ledger-lines.ts";

/** A delivery that a buyer took, as the books have it. `cents`: its price; 0 where nobody knows it. */
export type NewSale = SoldLead &
  SaleTerms &
  Pick<SalesLine, "leadId" | "buyer" | "buyerLeadId" | "cents" | "at"> & { messageId: string };

/** A sale in the books: a lead and the buyer, however its name is written. */
type SaleKey = Pick<SalesLine, "leadId" | "buyer">;

const nowhere: SoldLead = { affiliate: "", subId: "", offer: "", survey: "", state: "", qualified: null };

/** Is told of the lines that one step has written, in its transaction. */
type Told = (trx: Writer, written: readonly LineRow[], at: number) => Promise<void>;

/** A row of `sales` of which the books say nothing yet. */
export type Recorded = Omit<Selectable<Schema["sales"]>, "booked">;

/** Whether a row is such a one. */
export function isUnbooked(eb: ExpressionBuilder<Schema, "sales">) {
  return eb.or([eb("sales.booked", "is", null), eb("sales.toBook", "is not", null)]);
}

/**
 * Writes a sale down as it was recorded when its buyer took the lead, once, with what its affiliate gets. One that a program
 * without books recorded has no terms; its affiliate gets nothing, and is told nothing. The caller holds the lead.
 */
export async function bookSale(trx: Writer, row: Recorded, timeZone: string, tell?: Told): Promise<void> {
  const { messageId, leadId, toBook, price, buyerId, at } = row;
  const sale: NewSale =
    toBook === null
      ? {
          ...(await soldLead(trx, leadId)),
          ...{ messageId, leadId, at, buyer: messageId.slice(leadId.length + 1), buyerLeadId: buyerId },
          ...{ cents: Math.round((price ?? 0) * 100), returnDays: null, payout: "" },
        }
      : JSON.parse(toBook);
  await writeSale(trx, sale, timeZone, toBook === null ? undefined : tell);
  await trx
    .updateTable("sales")
    .set({ booked: 1, toBook: null })
    .where("messageId", "=", messageId)
    .execute();
}

async function writeSale(trx: Writer, sale: NewSale, timeZone: string, tell?: Told): Promise<void> {
  const lines = await linesOf(trx, sale);
  if (lines.some((line) => line.kind === "sale")) return;
  const entry: Entry = {
    kind: "sale",
    part: "price",
    cents: sale.cents,
    corrects: null,
    person: "",
    reason: "",
  };
  const written = await write(trx, sale.at, [entry], { lines, ...sale });
  // From now on its place counts what it came to, in place of what it was expected to come to.
  await trx
    .updateTable("dailyPlaces")
    .set({ cents: sale.cents })
    .where("messageId", "=", sale.messageId)
    .execute();
  await followed(trx, sale, sale.at, { timeZone, tell, written });
}

/**
 * Writes down what follows from what a buyer reported of a lead, after the sale itself if that is recorded and not booked
 * yet. The caller holds the lead.
 * @param timeZone whose days the books count by
 * @param upTo reports of later count later
 * @param written lines of the same step that are written already, of which is told with those that follow
 */
export async function settle(
  trx: Writer,
  sale: SaleKey,
  at: number,
  more: { timeZone: string; upTo?: number; tell?: Told; written?: readonly LineRow[] },
): Promise<void> {
  const recorded = await trx
    .selectFrom("sales")
    .selectAll()
    .where("leadId", "=", sale.leadId)
    .where(isUnbooked)
    .execute();
  for (const row of recorded) await bookSale(trx, row, more.timeZone, more.tell);
  await followed(trx, sale, at, more);
}

async function followed(
  trx: Writer,
  { leadId, buyer }: SaleKey,
  at: number,
  { timeZone, upTo = Number.POSITIVE_INFINITY, tell, written = [] }: Parameters<typeof settle>[3],
): Promise<void> {
  const lines = await linesOf(trx, { leadId, buyer });
  const reports = await trx
    .selectFrom("outcomes")
    .select(["buyer", "buyerLeadId", "outcome", "at", "amountCents", "currency", "receivedAt"])
    .where("leadId", "=", leadId)
    .orderBy("at")
    .execute();
  const said = reports.filter((each) => isSame(each.buyer, buyer) && each.at <= upTo);
  const entries = dueEntries(lines, said, timeZone);
  if (entries.length === 0) return tell?.(trx, written, at);
  const known = lines.find((line) => line.kind === "sale") ?? lines[0];
  const about = known ?? { ...(await soldLead(trx, leadId)), returnDays: null, payout: "" };
  const buyerLeadId =
    known?.buyerLeadId ?? said.find((each) => each.buyerLeadId !== null)?.buyerLeadId ?? null;
  const added = await write(trx, at, entries, {
    ...about,
    ...{ lines, leadId, buyerLeadId },
    ...{ buyer: known?.buyer ?? buyer, messageId: known?.messageId ?? null },
  });
  await tell?.(trx, [...written, ...added], at);
}

/** All lines of a sale, the oldest first. */
export async function linesOf(db: Reader, { leadId, buyer }: SaleKey): Promise<SalesLine[]> {
  const rows = await db
    .selectFrom("salesLedger")
    .selectAll()
    .where("leadId", "=", leadId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.filter((row) => isSame(row.buyer, buyer)).map(lineOf);
}

/** A row of the books as the rest of the program sees it. */
export function lineOf({ once, qualified, ...line }: LineRow): SalesLine {
  return { ...line, qualified: qualified === null ? null : qualified === 1 };
}

/**
 * Adds lines at the end of a sale's. None gets into a month that is closed: what comes late is dated after it.
 * @returns those that nobody else had written before
 */
export async function write(
  trx: Writer,
  at: number,
  entries: readonly Entry[],
  about: Omit<NewSale, "at" | "cents" | "messageId"> & {
    messageId: string | null;
    lines: readonly Pick<SalesLine, "part">[];
  },
): Promise<readonly LineRow[]> {
  const { lines, leadId, messageId, buyer, buyerLeadId, returnDays, payout } = about;
  const { affiliate, subId, offer, survey, state, qualified } = about;
  const closed = await trx
    .selectFrom("closedMonths")
    .select(({ fn }) => fn.max<number | null>("ends").as("ends"))
    .executeTakeFirst();
  const dated = Math.max(at, Number(closed?.ends ?? 0));
  const nth = (part: SalesLine["part"], index: number) =>
    [...lines, ...entries.slice(0, index)].filter((line) => line.part === part).length;
  const rows = entries.map((entry, index): LineRow => {
    return {
      // Lines of one moment stand by their ids: each behind all that there are of its sale.
      ...{ id: uuid7(dated + lines.length + index), at: dated, ...entry },
      once: [leadId, buyer.toLowerCase(), entry.part, nth(entry.part, index)].join(" "),
      ...{ leadId, messageId, buyer, buyerLeadId, returnDays, payout },
      ...{ affiliate, subId, offer, survey, state },
      qualified: qualified === null ? null : Number(qualified),
    };
  });
  const added = await trx
    .insertInto("salesLedger")
    .values(rows)
    // Another process has written the same: it knew as much.
    .onConflict((c) => c.column("once").doNothing())
    .returning("id")
    .execute();
  const ids = new Set(added.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

/** Others who book something of these leads wait until the transaction ends. */
export async function holdLeads(
  trx: Writer,
  kind: Connection["kind"],
  leadIds: readonly string[],
): Promise<void> {
  if (kind === "sqlite") return;
  for (let from = 0; from < leadIds.length; from += atOnce) {
    const ids = leadIds.slice(from, from + atOnce);
    await trx.selectFrom("leads").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
  }
}

/** Leads of one statement. */
const atOnce = 1_000;

/** What is known of a lead that was sold: by its record, or where that is erased by where it came from. */
export async function soldLead(db: Reader, leadId: string): Promise<SoldLead> {
  const lead = await db
    .selectFrom("leads")
    .select(["id", "record", "variant", "qualified", "erasedAt"])
    .where("id", "=", leadId)
    .executeTakeFirst();
  const qualified = lead?.qualified == null ? null : lead.qualified === 1;
  const survey = lead?.variant ?? "";
  if (lead && lead.erasedAt === null) return { ...sourceIn(JSON.parse(lead.record)), survey, qualified };
  const source = await db
    .selectFrom("leadSources")
    .innerJoin("analyticsSources", "analyticsSources.id", "leadSources.sourceId")
    .select(["affiliate", "subId", "offer"])
    .where("leadId", "=", leadId)
    .executeTakeFirst();
  return { ...nowhere, ...source, survey, qualified };
}

/** Where the lead of a record came from. What does not look like an id, which are other companies', is not written down. */
export function sourceIn(record: Record<string, unknown>): Omit<SoldLead, "survey" | "qualified"> {
  const idIn = (name: string) => {
    const text = String(record[name] ?? "");
    return /^[\w.-]{0,64}$/.test(text) ? text : "(other)";
  };
  return { affiliate: idIn("affid"), subId: idIn("sub_id"), offer: idIn("oid"), state: stateIn(record) };
}

function stateIn({ state }: Record<string, unknown>): string {
  return typeof state === "string" && /^[A-Z]{2}$/.test(state) ? state : "";
}
