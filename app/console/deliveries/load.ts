import type { AppLoadContext } from "@remix-run/node";
import { dayCounter, dayInWords } from "../../../services/calendar/days.ts";
import { buyersInOrder, passedOnTo } from "../../../services/delivery/outbox/order-of.ts";
import { rowsOf } from "../../../services/delivery/outbox/route.ts";
import { offerAgain } from "../../../services/operations/offer.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { parkMessage, requeueMessage, SoldElsewhere } from "../../../services/operations/requeue.ts";
import { standing } from "../../../services/operations/story.ts";
import { masked } from "../../../services/operations/text.ts";
import { receivers } from "../../../services/providers/index.ts";
import { endsSoonMs, keyEnds } from "../../../services/providers/key-ends.ts";
import { bidsName } from "../../../services/settings/destinations/shape.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { isLeadId } from "../../../services/store/leads/inbox.ts";
import { type Message, type MessageStatus, messageStatuses } from "../../../services/store/rows.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { type Done, type MessageRow, shownTime } from "../ui/shown.ts";

/** A receiver of leads. */
export type Receiver = {
  name: string;
  mode: "live" | "test" | "not configured";
  /** Messages that the receiver has not accepted. */
  counts: readonly {
    status: MessageStatus;
    count: number;
    oldest: string;
    words: string;
    tone: "bad" | "soft" | "plain";
  }[];
  /** Who paused it and when; '' while messages are sent. */
  paused: string;
  /** When its key ends, if the file says so. */
  keyEnd?: { text: string; isSoon: boolean };
};

const most = 100;
/** Messages that no receiver has, and that somebody may want to look at. */
const unsettled = messageStatuses.filter((status) => status !== "delivered" && status !== "suppressed");

export type DeliveriesData = Awaited<ReturnType<typeof deliveriesData>>;

/**
 * Undelivered messages by receiver, and the newest messages of one receiver or one status.
 * @param isWhole whether the viewer may read who the visitors are
 */
export async function deliveriesData(
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
  isWhole: boolean,
) {
  const [depth, pauses] = await Promise.all([store.outbox.depth(), store.pauses.list()]);
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const known = receivers(settings);
  const ends = keyEnds(settings);
  const ports = new Map(known.flatMap((port) => rowsOf(port).map((name) => [name, port] as const)));
  const buyers = buyersInOrder(known);
  // A setting for bids is not a receiver, though somebody may have paused it when it was listed as one.
  const isReceiver = (name: string) => name !== bidsName || pauses.some((each) => each.destination === name);
  const names = [...new Set([...ports.keys(), ...depth.map(({ destination }) => destination)])];
  const all = names.map((name): Receiver => {
    const port = ports.get(name);
    const pause = pauses.find(({ destination }) => destination === name);
    const counts = depth.filter(({ destination }) => destination === name);
    // A lead that one buyer declines goes to the next, so a decline is not a fault.
    const isDecline = (status: MessageStatus) => status === "rejected" && buyers.includes(name);
    return {
      name,
      mode: port?.configured ? (port.isTest ? "test" : "live") : "not configured",
      counts: counts.map(({ status, count, oldestAt }) => ({
        status,
        count,
        oldest: time(oldestAt),
        words: isDecline(status) ? "not taken" : status,
        tone: toneIn(status, isDecline(status)),
      })),
      paused: pause ? `Paused by ${pause.person} since ${time(pause.at)}` : "",
      keyEnd: keyEndText(ends.get(name), Date.now(), settings.siteTimeZone),
    };
  });
  const status = unsettled.find((each) => each === query.get("status"));
  const destination = names.find((each) => each === query.get("destination"));
  const wanted = status ? [status] : unsettled.filter((each) => depth.some((row) => row.status === each));
  // A lead that the next buyer was asked for is on its way: these are listed only under "rejected".
  const exceptPassedOn = status ? undefined : buyers;
  const messages = await Promise.all(
    wanted.map((each) => store.outbox.list({ status: each, destination, exceptPassedOn, limit: most })),
  );
  const newest = messages
    .flat()
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .slice(0, most);
  const leadIds = status === "rejected" ? newest.map(({ leadId }) => leadId) : [];
  const ofLeads = leadIds.length > 0 ? await store.outbox.list({ leadId: leadIds, limit: 10_000 }) : [];
  return {
    receivers: all
      .filter((each) => isReceiver(each.name) && isOfInterest(each))
      .sort((one, other) => Number(isAmiss(other)) - Number(isAmiss(one))),
    // Declined messages can be sold once more on the lead's own page, which shows the whole order.
    messages: messageRows(newest, ofLeads, settings, isWhole).map((row) => ({
      ...row,
      canRetry: row.canRetry && row.passedOnTo === undefined,
    })),
    // The filters that limit the page.
    shown: [status, destination].filter((each) => each !== undefined),
  };
}

/** A status that requires somebody to act is bad. */
function toneIn(status: MessageStatus, isDecline: boolean): "bad" | "soft" | "plain" {
  if (status === "parked" || status === "held") return "bad";
  return isDecline ? "soft" : "plain";
}

/** A key that ends, a pause, what was given up or is held: it comes first. */
function isAmiss({ counts, keyEnd, paused }: Receiver): boolean {
  return keyEnd?.isSoon === true || paused !== "" || counts.some(({ tone }) => tone === "bad");
}

function keyEndText(end: number | undefined, at: number, timeZone: string): Receiver["keyEnd"] {
  if (end === undefined) return undefined;
  const day = dayInWords(dayCounter(timeZone)(end));
  const text = end <= at ? `Its key has ended, on ${day}` : `Its key ends on ${day}`;
  return { text, isSoon: end - at < endsSoonMs };
}

/** Receivers without settings, deletion notices and features' notifications matter only once something is waiting. */
function isOfInterest({ name, mode, counts, paused }: Receiver): boolean {
  const isUsual = mode !== "not configured" && !name.includes(".");
  return isUsual || counts.length > 0 || paused !== "";
}

/** Every receiver that can be paused. */
export async function receiverNames({ services }: AppLoadContext): Promise<string[]> {
  const depth = await services.store.outbox.depth();
  const names = receivers(services.settings).flatMap(rowsOf);
  const paused = (await services.store.pauses.list()).map(({ destination }) => destination);
  return [...names, ...depth.map(({ destination }) => destination)].filter(
    (name) => name !== bidsName || paused.includes(name),
  );
}

/**
 * Messages with their possible actions; a receiver's words may repeat the person's, so they are masked.
 * @param ofLeads all messages of their leads
 * @param isWhole whether the viewer may read who the visitor is
 */
export function messageRows(
  messages: readonly Message[],
  ofLeads: readonly Message[],
  settings: Settings,
  isWhole: boolean,
): MessageRow[] {
  const buyers = buyersInOrder(receivers(settings));
  return messages.map((message) => {
    const { id, leadId, destination, status, payload } = message;
    const ofLead = ofLeads.filter((each) => each.leadId === leadId);
    const nextBuyer = passedOnTo(message, ofLead, buyers);
    return {
      id,
      leadId,
      destination,
      status,
      passedOnTo: nextBuyer,
      isUnbid: destination === bidsName && status === "rejected" && nextBuyer === undefined,
      text: standing(message, (at) => shownTime(at, settings.siteTimeZone), isWhole ? masked : withoutAnswer),
      // Bids are requested once: their outcome decides which buyers are sent the lead again.
      canRetry:
        payload !== "" &&
        status !== "delivered" &&
        status !== "sending" &&
        (destination !== bidsName || nextBuyer === undefined),
      canPark: status === "waiting",
    };
  });
}

/** A receiver's own words, which follow its status, may identify the visitor. */
const withoutAnswer = (text: string) => masked(text.replace(/(?<=\bstatus \d{3}), .*/s, ""));

/** Offers the lead in a form to the order's buyers again; undefined where the form does not ask for that. */
export async function offered(
  { intent, lead = "" }: PostedForm,
  { services }: AppLoadContext,
  person: string,
): Promise<Done | undefined> {
  if (intent !== "offer-again") return undefined;
  const { store, settings, outbox } = services;
  await store.readings.add(person, "console offer-again", isLeadId(lead) ? [lead] : []);
  try {
    await offerAgain(services, lead, (at) => shownTime(at, settings.siteTimeZone));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { text: error.message, isRefused: true };
  }
  outbox.wake();
  return { text: "Offered again: the first buyer of the order is asked now.", isRefused: false };
}

/**
 * Requeues the message in a form, or sets it aside; undefined where the form asks for neither. The request is logged
 * first.
 * @param person who pressed
 */
export async function pressed(
  { intent, message = "", despite = "", why }: PostedForm,
  { services }: AppLoadContext,
  person: string,
): Promise<Done | undefined> {
  if (intent !== "retry" && intent !== "sell-again" && intent !== "park") return undefined;
  const { store, settings, outbox } = services;
  const [leadId = ""] = message.split(".");
  const write = (what: string) =>
    store.readings.add(person, `console ${what}`, isLeadId(leadId) ? [leadId] : [], {
      about: message,
      reason: why,
    });
  const noted = (what: string) => write(`sell again ${what}`);
  const confirmed = intent === "sell-again" ? { despite, noted } : undefined;
  if (!confirmed) await write(intent);
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  try {
    if (intent === "park") await parkMessage(services, message);
    else await requeueMessage(services, message, { time, confirmed });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const again = error instanceof SoldElsewhere && { sellAgain: { message, despite: error.holder } };
    return { text: error.message, isRefused: true, ...again };
  }
  if (intent === "park") return { text: "Parked: it is not sent for now.", isRefused: false };
  outbox.wake();
  return { text: "Queued again.", isRefused: false };
}
