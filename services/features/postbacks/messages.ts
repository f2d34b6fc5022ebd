import { longestClickId } from "../../../machines/context/tracking.ts";
import { bearerIn, isId } from "../../observe/telling.ts";
import type { NewMessage } from "../../store/rows.ts";
import type { News } from "../../store/sales/ledger-lines.ts";
import type { NewsReader, ToldLead } from "../../store/sales/news.ts";
import { type PostbackEvent, type Postbacks, postbackClicks } from "./setting.ts";

/** The events that an affiliate wants, and its address. */
export type Told = Pick<Postbacks, "affiliate" | "addresses">;

/** How many messages of one kind are queued per lead: more follow only where somebody plays with it. */
const mostOfKind = 9;

/** The prefix of all rows of the outbox for affiliates. */
const prefix = "postback.";

/** How an affiliate's server is called in the outbox. */
export const receiverName = (affiliate: string) => `${prefix}${affiliate}`;

/** Names of the outbox's rows for one event. A lead has one row for each name, so a repeated event has a number. */
function rowNames(affiliate: string, event: PostbackEvent): string[] {
  return Array.from(
    { length: event === "lead" ? 1 : mostOfKind },
    (_, index) => `${receiverName(affiliate)}.${event}${index > 0 ? `.${index + 1}` : ""}`,
  );
}

/** Names of the outbox's rows for an affiliate. */
export function postbackRows({ affiliate, addresses }: Told): string[] {
  return Object.keys(addresses).flatMap((event) => rowNames(affiliate, event as PostbackEvent));
}

/** Reads the news of leads for the affiliates that are told about them. */
export function readerFor(postbacks: readonly Told[]): Omit<NewsReader, "name"> {
  return {
    wants({ affiliate, event, payout }) {
      const wanted = postbacks.find((each) => each.affiliate === affiliate);
      if (wanted?.addresses[event] === undefined) return false;
      // An affiliate is told about a correction that changes its payout.
      return event !== "corrected" || payout !== 0;
    },
    async messages(news, lead) {
      if (news.event === "lead" && !(await import("../../visits/bot-signals.ts")).isWorthTelling(lead))
        return [];
      const destination = rowNames(news.affiliate, news.event).find((name) => !lead.queued.has(name));
      return destination === undefined ? [] : [messageOf(destination, news, lead)];
    },
  };
}

function messageOf(destination: string, news: News, { record }: ToldLead): NewMessage {
  const { event, affiliate, leadId, payout, total } = news;
  const values = {
    ...idsIn(record, affiliate),
    event,
    lead_id: leadId,
    payout: dollars(payout),
    total: dollars(total),
  };
  return { destination, payload: { event, values }, status: "waiting" };
}

/** `-20.00`, for programs. */
const dollars = (cents: number) => (cents / 100).toFixed(2);

/**
 * The labels that the affiliate's link brought along. A link can be made to bring anything: what does not look like an id, or
 * tells of the visitor, is left empty.
 */
function idsIn(record: Record<string, unknown>, affid: string) {
  const id = idIn(record, 255);
  return {
    affid,
    oid: id("oid"),
    click_id: id("click_id"),
    transaction_id: id("ef_transaction_id"),
    sub1: id("sub_id"),
    sub2: id("sub_id2"),
    sub3: id("sub_id3"),
    sub4: id("sub_id4"),
    sub5: id("click_id"),
  };
}

/** The ids that ad networks gave the click, likewise. */
export function clickIdsIn(record: Record<string, unknown>) {
  const id = idIn(record, longestClickId);
  const ids = postbackClicks.map((name) => [name, id(name)]);
  return Object.fromEntries(ids) as Record<(typeof postbackClicks)[number], string>;
}

function idIn(record: Record<string, unknown>, most: number) {
  const bearer = bearerIn(record);
  return (name: string) => {
    const text = String(record[name] ?? "");
    return isId(text, bearer, most) ? text : "";
  };
}
