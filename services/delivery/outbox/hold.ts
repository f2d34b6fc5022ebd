import { isConsented } from "../../../machines/lead/payloads.ts";
import type { Destination } from "../../providers/ports.ts";
import type { Lead, NewMessage, Store } from "../../store/types.ts";

/** Longest that a lead waits for the receiver that is asked first, in milliseconds: time for a few tries, and no sale is lost. */
const longestHoldMs = 60_000;

/** A lead's messages, those held back that wait for the verdict of the one that goes first. */
export function heldBack(messages: NewMessage[], destinations: readonly Destination[]): NewMessage[] {
  const first = destinations.find(
    ({ name, goesFirst, configured }) =>
      goesFirst && configured && messages.some(({ destination }) => destination === name),
  );
  if (!first) return messages;
  return messages.map((message) =>
    message.destination === first.name ? message : { ...message, heldMs: longestHoldMs },
  );
}

/**
 * Whether a lead may be sent to this destination. Nobody on the suppression list is sent anywhere, but for what was
 * asked for after the newest entry: then a lead goes where its visitor consented to have it sent, and nowhere else but to
 * the receiver that is asked before that.
 */
export async function maySend(
  { suppressions, consents }: Pick<Store, "suppressions" | "consents">,
  lead: Lead,
  { name, goesFirst }: Pick<Destination, "name" | "goesFirst">,
): Promise<boolean> {
  const entries = await suppressions.find(lead.record);
  if (entries.length === 0) return true;
  if (!isConsented(name) && !goesFirst) return false;
  // A message to us is its own consent.
  const askedAt = lead.kind === "contact" ? lead.createdAt : (await consents.ofLead(lead.id))?.at;
  return askedAt !== undefined && entries.every(({ createdAt }) => createdAt < askedAt);
}
