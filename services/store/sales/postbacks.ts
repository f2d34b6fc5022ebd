import { bearerIn, isId } from "../../observe/telling.ts";
import type { Writer } from "../engine/connection.ts";
import { uuid7 } from "../engine/uuid7.ts";
import { messageRow } from "../leads/submit.ts";
import { sourceIn } from "./ledger-book.ts";
import type { AffiliateNews, LineRow } from "./ledger-lines.ts";

/** What becomes of a lead that its affiliate can be told; `corrected`: what it gets for one changed without a return. */
type PostbackEvent = "lead" | AffiliateNews["event"];

/** What an affiliate wants to be told, and where. */
export type Told = { affiliate: string; addresses: Partial<Record<PostbackEvent, string>> };

/** So many messages of one kind are queued of a lead at most: more follow only where somebody plays with it. */
const mostOfKind = 9;

/** All rows of the outbox for an affiliate begin so. */
export const postbackPrefix = "postback.";

/** A lead has one row for each name, so that what is told again has a number. */
function rowName(affiliate: string, event: PostbackEvent, nth: number): string {
  return `${postbackPrefix}${affiliate}.${event}${nth > 1 ? `.${nth}` : ""}`;
}

/** Names of the outbox's rows for an affiliate. */
export function postbackRows({ affiliate, addresses }: Told): string[] {
  return Object.keys(addresses).flatMap((event) =>
    Array.from({ length: event === "lead" ? 1 : mostOfKind }, (_, index) =>
      rowName(affiliate, event as PostbackEvent, index + 1),
    ),
  );
}

/** The message that a lead has come, if its affiliate wants it. */
export function leadPostback(
  postbacks: readonly Told[],
  { id, record }: { id: string; record: Record<string, unknown> },
): { destination: string; payload: Record<string, unknown>; status: "waiting" }[] {
  const { affiliate } = sourceIn(record, isTold(postbacks));
  const wanted = postbacks.find((each) => each.affiliate === affiliate);
  if (!wanted?.addresses.lead) return [];
  const payload = {
    event: "lead",
    values: { ...idsIn(record, affiliate), event: "lead", lead_id: id, payout: "0.00", total: "0.00" },
  };
  return [{ destination: rowName(affiliate, "lead", 1), payload, status: "waiting" as const }];
}

/**
 * Notes what new lines of the books mean for an affiliate, in their transaction. Nothing of the lead is read for it, which
 * might fail and take the lines along: `queueNews` does that.
 */
export type TellAffiliate = (trx: Writer, written: readonly LineRow[], at: number) => Promise<void>;

/** Lines that were written together are one message, or two where one sale came and went at once. */
export function tellingAffiliates(postbacks: readonly Told[], now: () => number): TellAffiliate {
  return async (trx, written) => {
    const [line] = written;
    const wanted = line && postbacks.find(({ affiliate }) => affiliate === line.affiliate);
    if (!wanted) return;
    const { leadId, affiliate } = line;
    const change = centsOf(written);
    const events = eventsOf(written, change).filter((event) => wanted.addresses[event] !== undefined);
    if (events.length === 0) return;
    const paid = await trx
      .selectFrom("salesLedger")
      .select(["cents"])
      .where("leadId", "=", leadId)
      .where("affiliate", "=", affiliate)
      .where("part", "=", "payout")
      .execute();
    const total = paid.reduce((sum, { cents }) => sum + Number(cents), 0);
    const at = now();
    const news = events.map((event, index) => ({
      ...{ id: uuid7(at + index), leadId, affiliate, event, at },
      ...{ payout: index === 0 ? change : 0, total },
    }));
    await trx.insertInto("affiliateNews").values(news).execute();
  };
}

/**
 * Queues the message of one piece of news, once: both happen in the caller's transaction, which holds the lead. Nothing is told of
 * a visitor who opted out of the sale and sharing of their data, or was erased; the books have it all the same.
 */
export async function queueNews(trx: Writer, news: AffiliateNews, at: number): Promise<void> {
  const { id, leadId, affiliate, event, payout, total } = news;
  const { numDeletedRows } = await trx.deleteFrom("affiliateNews").where("id", "=", id).executeTakeFirst();
  // Another process has queued it.
  if (Number(numDeletedRows) === 0) return;
  const lead = await trx
    .selectFrom("leads")
    .select(["id", "record", "erasedAt"])
    .where("id", "=", leadId)
    .executeTakeFirst();
  // What a person's key sealed cannot be written once that is forgotten.
  if (!lead || lead.erasedAt !== null) return;
  const consent = await trx
    .selectFrom("consents")
    .select(["leadId", "body"])
    .where("leadId", "=", leadId)
    .executeTakeFirst();
  if (consent?.body && JSON.parse(consent.body).optOut !== undefined) return;
  const names = Array.from({ length: mostOfKind }, (_, nth) => rowName(affiliate, event, nth + 1));
  const known = await trx
    .selectFrom("outbox")
    .select("id")
    .where("leadId", "=", leadId)
    .where("destination", "in", names)
    .execute();
  const destination = names[known.length];
  if (destination === undefined) return;
  const values = {
    ...{ ...idsIn(JSON.parse(lead.record), affiliate), event, lead_id: leadId },
    ...{ payout: dollars(payout), total: dollars(total) },
  };
  const row = messageRow(leadId, { destination, payload: { event, values }, status: "waiting" }, at);
  await trx.insertInto("outbox").values(row).execute();
}

function centsOf(lines: readonly LineRow[]): number {
  return lines.filter(({ part }) => part === "payout").reduce((sum, { cents }) => sum + cents, 0);
}

function eventsOf(lines: readonly LineRow[], change: number): AffiliateNews["event"][] {
  const isSold = lines.some(({ kind }) => kind === "sale");
  const isReturned = lines.some(({ kind }) => kind === "return" || kind === "credit");
  if (!isSold && !isReturned) return change === 0 ? [] : ["corrected"];
  return [...(isSold ? (["sold"] as const) : []), ...(isReturned ? (["returned"] as const) : [])];
}

/** `-20.00`, for programs. */
const dollars = (cents: number) => (cents / 100).toFixed(2);

/** Whether an affiliate is one of those that the operator has told. */
const isTold = (postbacks: readonly Told[]) => (id: string) =>
  postbacks.some(({ affiliate }) => affiliate === id);

/**
 * The labels that the affiliate's link brought along. A link can be made to bring anything: what does not look like an id, or
 * tells of the visitor, is left empty.
 */
function idsIn(record: Record<string, unknown>, affid: string) {
  const bearer = bearerIn(record);
  const id = (name: string) => {
    const text = String(record[name] ?? "");
    return isId(text, bearer, 255) ? text : "";
  };
  return {
    ...{ affid, oid: id("oid"), click_id: id("click_id") },
    ...{ transaction_id: id("ef_transaction_id"), sub1: id("sub_id"), sub2: id("sub_id2") },
    ...{ sub3: id("sub_id3"), sub4: id("sub_id4"), sub5: id("click_id") },
  };
}
