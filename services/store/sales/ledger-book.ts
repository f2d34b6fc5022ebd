import { createHash } from "node:crypto";
import type { ExpressionBuilder, Selectable } from "kysely";
import { type SourceLevels, sourcePath, usualLevels } from "../../../machines/context/source-path.ts";
import { bearerIn, isId } from "../../observe/telling.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import type { Schema } from "../engine/schema.ts";
import { uuid7 } from "../engine/uuid7.ts";
import type { KeptIds } from "./kept-ids.ts";
import {
  type ClosedMonth,
  dueEntries,
  type Entry,
  isSame,
  type LineRow,
  type SalesLine,
  type SaleTerms,
  type SoldLead,
} from "./ledger-lines.ts";
import type { NewsReader, NoteLines } from "./news.ts";

/** A delivery that a buyer took, as the books have it. `cents`: its price; 0 where nobody knows it. */
export type NewSale = SoldLead &
  SaleTerms &
  Pick<SalesLine, "leadId" | "buyer" | "buyerLeadId" | "cents" | "at"> & {
    messageId: string;
    /** What is odd about its price, if anything. */
    oddPrice?: string;
  };

/** A sale in the books: a lead and the buyer, however its name is written. */
type SaleKey = Pick<SalesLine, "leadId" | "buyer">;

const nowhere: SoldLead = { affiliate: "", subId: "", offer: "", survey: "", state: "", qualified: null };

/**
 * How the books are kept. `timeZone`: whose days they count by; `ids`: which ids of others are kept; `note`: takes down what
 * the lines of one step mean, in its transaction, for `readers`.
 */
export type Rules = {
  timeZone: string;
  ids: Pick<KeptIds, "kept" | "knows" | "levels">;
  note?: NoteLines;
  readers: readonly NewsReader[];
};

/** A row of `sales` that is not in the books yet. */
export type Recorded = Omit<Selectable<Schema["sales"]>, "booked">;

/** Whether a row is such a one. */
export function isUnbooked(eb: ExpressionBuilder<Schema, "sales">) {
  return eb.or([eb("sales.booked", "is", null), eb("sales.toBook", "is not", null)]);
}

/**
 * Books a sale as it was recorded when its buyer took the lead, once, with its affiliate's payout. One that a program
 * without books recorded has no terms; its affiliate gets nothing, and no message. The caller holds the lead.
 */
export async function bookSale(trx: Writer, row: Recorded, rules: Rules): Promise<void> {
  const { messageId, leadId, toBook, price, at } = row;
  const { ids } = rules;
  // An older program writes down what the buyer says as it is.
  const buyerId = await ids.kept(trx, leadId, row.buyerId);
  const sale: NewSale =
    toBook === null
      ? {
          ...(await soldLead(trx, leadId, ids)),
          messageId,
          leadId,
          at,
          buyer: messageId.slice(leadId.length + 1),
          buyerLeadId: buyerId,
          cents: Math.round((price ?? 0) * 100),
          returnDays: null,
          payout: "",
        }
      : JSON.parse(toBook);
  await writeSale(trx, sale, toBook === null ? { ...rules, note: undefined } : rules);
  await trx
    .updateTable("sales")
    .set({ booked: 1, toBook: null, buyerId })
    .where("messageId", "=", messageId)
    .execute();
}

async function writeSale(trx: Writer, sale: NewSale, rules: Rules): Promise<void> {
  const lines = await linesOf(trx, sale);
  if (lines.some((line) => line.kind === "sale")) return;
  const entry: Entry = {
    kind: "sale",
    part: "price",
    cents: sale.cents,
    corrects: null,
    person: "",
    reason: sale.oddPrice ?? "",
  };
  const written = await write(trx, sale.at, [entry], { lines, ...sale });
  // From now on its place counts the actual amount instead of the expected one.
  await trx
    .updateTable("dailyPlaces")
    .set({ cents: sale.cents })
    .where("messageId", "=", sale.messageId)
    .execute();
  await followed(trx, sale, sale.at, rules, written);
}

/**
 * Books what follows from a buyer's reports on a lead, after the sale itself if that is recorded and not booked yet.
 * The caller holds the lead.
 * @param upTo later reports count later
 * @param written lines of the same step that are written already, which are announced with the following ones
 */
export async function settle(
  trx: Writer,
  sale: SaleKey,
  at: number,
  rules: Rules,
  { written, upTo }: { written?: readonly LineRow[]; upTo?: number } = {},
): Promise<void> {
  const recorded = await trx
    .selectFrom("sales")
    .selectAll()
    .where("leadId", "=", sale.leadId)
    .where(isUnbooked)
    .execute();
  for (const row of recorded) await bookSale(trx, row, rules);
  await followed(trx, sale, at, rules, written, upTo);
}

async function followed(
  trx: Writer,
  { leadId, buyer }: SaleKey,
  at: number,
  { timeZone, ids, note }: Rules,
  written: readonly LineRow[] = [],
  upTo = Number.POSITIVE_INFINITY,
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
  if (entries.length === 0) return note?.(trx, written);
  const known = lines.find((line) => line.kind === "sale") ?? lines[0];
  const about = known ?? { ...(await soldLead(trx, leadId, ids)), returnDays: null, payout: "" };
  const buyerLeadId =
    known?.buyerLeadId ?? said.find((each) => each.buyerLeadId !== null)?.buyerLeadId ?? null;
  const added = await write(trx, at, entries, {
    ...about,
    lines,
    leadId,
    buyerLeadId,
    buyer: known?.buyer ?? buyer,
    messageId: known?.messageId ?? null,
  });
  await note?.(trx, [...written, ...added]);
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
      // Lines of one moment are sorted by their ids: each after all existing ones of its sale.
      id: uuid7(dated + lines.length + index),
      at: dated,
      ...entry,
      once: [leadId, buyer.toLowerCase(), entry.part, nth(entry.part, index)].join(" "),
      leadId,
      messageId,
      buyer,
      buyerLeadId,
      returnDays,
      payout,
      affiliate,
      subId,
      offer,
      survey,
      state,
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

/** The known facts about a sold lead: by its record, or for an erased one by its source. */
export async function soldLead(
  db: Reader,
  leadId: string,
  ids: Pick<KeptIds, "knows" | "levels">,
): Promise<SoldLead> {
  const lead = await db
    .selectFrom("leads")
    .select(["id", "record", "variant", "qualified", "erasedAt"])
    .where("id", "=", leadId)
    .executeTakeFirst();
  const qualified = lead?.qualified == null ? null : lead.qualified === 1;
  const survey = lead?.variant ?? "";
  if (lead && lead.erasedAt === null) {
    const record = JSON.parse(lead.record);
    const isKnown = await ids.knows(db, String(record.affid ?? ""));
    return { ...sourceIn(record, () => isKnown, ids.levels), survey, qualified };
  }
  const source = await db
    .selectFrom("leadSources")
    .innerJoin("analyticsSources", "analyticsSources.id", "leadSources.sourceId")
    .select(["affiliate", "subId", "offer"])
    .where("leadId", "=", leadId)
    .executeTakeFirst();
  return { ...nowhere, ...source, survey, qualified };
}

/** Replaces an id that must not be written. */
const otherId = "(other)";

/**
 * Where the lead of a record came from. Ids are other companies', and a link can be made to bring anything: what does not
 * look like an id, or tells of the person, is not written down.
 * @param knows whether the operator has terms with an affiliate, whose id is its own whatever its visitors are called
 * @param levels the sub ids that its `subId` is made of
 */
export function sourceIn(
  record: Record<string, unknown>,
  knows: (affiliate: string) => boolean = () => false,
  levels: SourceLevels = usualLevels,
): Omit<SoldLead, "survey" | "qualified"> {
  const bearer = bearerIn(record);
  const kept = (text: string) =>
    text === "" || (affiliateForm.test(text) && isId(text, bearer, 64)) ? text : otherId;
  const affiliate = String(record.affid ?? "");
  return {
    affiliate: affiliateForm.test(affiliate) && knows(affiliate) ? affiliate : kept(affiliate),
    subId: sourcePath(record, levels, kept),
    offer: kept(String(record.oid ?? "")),
    state: stateIn(record),
  };
}

const affiliateForm = /^[\w.-]{0,64}$/;

function stateIn({ state }: Record<string, unknown>): string {
  return typeof state === "string" && /^[A-Z]{2}$/.test(state) ? state : "";
}

/** Names the lines of a time with all that they say: a changed, missing or added one changes it. */
export async function digestOf(db: Reader, { begins, ends }: Pick<ClosedMonth, "begins" | "ends">) {
  const hash = createHash("sha256");
  let lines = 0;
  for (let after = ""; ; ) {
    const rows: LineRow[] = await db
      .selectFrom("salesLedger")
      .selectAll()
      .where("at", ">=", begins)
      .where("at", "<", ends)
      .where("id", ">", after)
      .orderBy("id")
      .limit(5_000)
      .execute();
    for (const row of rows) hash.update(JSON.stringify(Object.entries(row).sort(byName)));
    lines += rows.length;
    if (rows.length < 5_000) return { lines, digest: hash.digest("hex").slice(0, 16) };
    after = rows.at(-1)!.id;
  }
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
