import { bearerIn, isId } from "../../observe/telling.ts";
import type { NewMessage } from "../../store/rows.ts";
import type { News } from "../../store/sales/ledger-lines.ts";
import type { NewsReader, ToldLead } from "../../store/sales/news.ts";
import type { PostbackEvent, Postbacks } from "./setting.ts";

/** What an affiliate wants to be told, and where. */
export type Told = Pick<Postbacks, "affiliate" | "addresses">;

/** So many messages of one kind are queued of a lead at most: more follow only where somebody plays with it. */
const mostOfKind = 9;

/** All rows of the outbox for an affiliate begin so. */
const prefix = "postback.";

/** How an affiliate's server is called in the outbox. */
export const receiverName = (affiliate: string) => `${prefix}${affiliate}`;

/** Names of the outbox's rows of one event. A lead has one row for each name, so that what is told again has a number. */
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

/** Reads the news of leads for those affiliates that are told of them. */
export function readerFor(postbacks: readonly Told[]): Omit<NewsReader, "name"> {
  return {
    wants({ affiliate, event, payout }) {
      const wanted = postbacks.find((each) => each.affiliate === affiliate);
      if (wanted?.addresses[event] === undefined) return false;
      // An affiliate is told of a correction that changes what it gets.
      return event !== "corrected" || payout !== 0;
    },
    async messages(news, lead) {
      if (news.event === "lead" && !(await isWorthTelling(lead))) return [];
      const destination = rowNames(news.affiliate, news.event).find((name) => !lead.queued.includes(name));
      return destination === undefined ? [] : [messageOf(destination, news, lead)];
    },
  };
}

/** Affiliates are told of no disqualified lead, of none that a program seems to have made, and of no contact form. */
async function isWorthTelling({ kind, qualified, signs }: ToldLead): Promise<boolean> {
  if (kind !== "survey" || qualified === false) return false;
  const { botSuspicions } = await import("../../visits/bot-signals.ts");
  return signs === null || botSuspicions(signs, kind).length === 0;
}

function messageOf(destination: string, news: News, { record }: ToldLead): NewMessage {
  const { event, affiliate, leadId, payout, total } = news;
  const values = {
    ...{ ...idsIn(record, affiliate), event, lead_id: leadId },
    ...{ payout: dollars(payout), total: dollars(total) },
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
