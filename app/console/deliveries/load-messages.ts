import type { AppLoadContext } from "@remix-run/node";
import { buyersInOrder, passedOnTo } from "../../../services/delivery/outbox/order-of.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { parkMessage, requeueMessage, SoldElsewhere } from "../../../services/operations/requeue.ts";
import { standing } from "../../../services/operations/story.ts";
import { masked } from "../../../services/operations/text.ts";
import { receivers } from "../../../services/providers/index.ts";
import { bidsName } from "../../../services/settings/destinations/shape.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { isLeadId } from "../../../services/store/leads/inbox.ts";
import type { Message } from "../../../services/store/rows.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import type { Done, MessageRow } from "../ui/message-row.ts";
import { shownTime } from "../ui/shown-time.ts";

/**
 * Messages with what can be done about them; a receiver's words may repeat the person's, so they are masked.
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
      // Bids are asked for once: what came of them is for the buyers to be sent again.
      canRetry:
        payload !== "" &&
        status !== "delivered" &&
        status !== "sending" &&
        (destination !== bidsName || nextBuyer === undefined),
      canPark: status === "waiting",
    };
  });
}

/** A receiver's own words, which follow its status, may say who the visitor is. */
const withoutAnswer = (text: string) => masked(text.replace(/(?<=\bstatus \d{3}), .*/s, ""));

/**
 * Queues the message that a form names again, or sets it aside; undefined where the form asks for neither. That somebody
 * asked for it is written down first.
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
