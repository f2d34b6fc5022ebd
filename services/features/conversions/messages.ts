import { timeOf } from "../../store/engine/uuid7.ts";
import type { NewMessage } from "../../store/rows.ts";
import type { News } from "../../store/sales/ledger-lines.ts";
import type { NewsReader, ToldLead } from "../../store/sales/news.ts";
import { mayKnow, sha256 } from "./matching.ts";
import {
  type ConversionEvent,
  type Conversions,
  conversionEvents,
  keepsOne,
  type Network,
} from "./setting.ts";

/** How many messages of one kind are queued per lead: more follow only where somebody plays with it. */
const mostOfKind = 9;

/** How a network is called in the outbox; the names of its rows begin so. */
export const receiverName = (network: Network) => `conversion.${network}`;

/** Names of the outbox's rows for one event. A lead has one row for each name, so a repeated event has a number. */
function rowNames(network: Network, event: ConversionEvent): string[] {
  return Array.from(
    { length: event === "lead" ? 1 : mostOfKind },
    (_, index) => `${receiverName(network)}.${event}${index > 0 ? `.${index + 1}` : ""}`,
  );
}

/** Names of all of the outbox's rows for a network, including events no longer sent. */
export const conversionRows = (network: Network) =>
  conversionEvents.flatMap((event) => rowNames(network, event));

/** A queued message: ids, an event, cents and times, and nothing that identifies a person. */
export type Told = {
  lead: string;
  event: ConversionEvent;
  /** The id by which a network recognizes a repeated message; for a lead, the id that the browser's pixel sends. */
  id: string;
  /** For this event; a network that keeps a single conversion is told what is owed when the message is sent. */
  cents: number;
  /** When it happened, and when the visit began, epoch milliseconds. */
  at: number;
  began: number;
  /** When the conversion was made that this event belongs to, epoch milliseconds. */
  opened: number;
};

/**
 * Reads the news of leads for the networks that are told about them.
 * @param isReady whether a network can be told yet
 */
export function readerFor(
  all: readonly Conversions[],
  isReady: (network: Network) => boolean = () => true,
): Omit<NewsReader, "name"> {
  return {
    wants({ event, price }) {
      // A change for an affiliate alone changes no conversion.
      if (event === "corrected" && price === 0) return false;
      const wanted = event === "lead" ? "lead" : "sold";
      return all.some(({ said: { events } }) => events[wanted] !== undefined);
    },
    async messages(news, lead) {
      const reported = lead.kind === "survey" ? all.filter((each) => mayKnow(each, lead.record)) : [];
      if (reported.length === 0) return [];
      if (news.event === "lead" && !(await import("../../visits/bot-signals.ts")).isWorthTelling(lead))
        return [];
      const owed = news.event === "lead" ? 0 : await lead.owed();
      return reported.flatMap((each) => {
        const message = messageFor(each, news, lead, owed);
        return message ? { ...message, status: isReady(each.network) ? "waiting" : "unconfigured" } : [];
      });
    },
  };
}

function messageFor(
  { network, said: { events } }: Conversions,
  news: News,
  { id: lead, origin, queued, at }: ToldLead,
  owed: number,
): Omit<NewMessage, "status"> | undefined {
  const madeOf = (event: ConversionEvent) =>
    rowNames(network, event).flatMap((name) => queued.get(name) ?? []);
  const event = eventFor(news, owed, {
    isOne: keepsOne(network),
    sold: madeOf("sold").length,
    back: madeOf("returned").length,
  });
  if (event === undefined || events[event] === undefined) return undefined;
  const destination = rowNames(network, event).find((name) => !queued.has(name));
  if (destination === undefined) return undefined;
  const report: Told = {
    lead,
    event,
    id: sha256(event === "lead" ? `lead event ${origin}` : `${lead}.${destination}`).slice(0, 32),
    cents:
      event === "sold"
        ? news.event === "sold"
          ? news.price
          : owed
        : event === "returned"
          ? -news.price
          : owed,
    at: news.at,
    // The visit's id contains the time when it began; an id of another form may contain anything.
    began: Math.min(timeOf(origin) || news.at, news.at),
    opened: event === "lead" || event === "sold" ? at : Math.max(...madeOf("sold")),
  };
  return { destination, payload: report };
}

/**
 * What a network is told about some news; undefined for nothing. After a sale that it was not told about it hears
 * nothing.
 * @param owed what the lead's buyers owe by now: messages follow that, so that late news is not reported wrongly
 * @param before `isOne`: the network keeps one conversion per lead; how often it was reported as sold and as returned
 * (`back`)
 */
function eventFor(
  { event, price }: Pick<News, "event" | "price">,
  owed: number,
  before: { isOne: boolean; sold: number; back: number },
): ConversionEvent | undefined {
  if (event === "lead") return "lead";
  const isOpen = before.sold > before.back;
  if (event === "sold") {
    if (!before.isOne) return "sold";
    if (isOpen) return "corrected";
    // It came and was undone before anybody was told.
    return owed > 0 || price === 0 ? "sold" : undefined;
  }
  if (before.sold === 0) return undefined;
  if (owed > 0) return before.isOne && !isOpen ? "sold" : "corrected";
  return isOpen || !before.isOne ? "returned" : undefined;
}
