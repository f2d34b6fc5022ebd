import { isConsented } from "../../../machines/lead/payloads.ts";
import type { Destination } from "../../providers/ports.ts";
import type { Lead, NewMessage, Suppression } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

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

/** `hold`: the operator is to look at it first; `reason` says why, with nothing personal in it. */
export type Permission = { kind: "send" } | { kind: "suppress" | "hold"; reason: string };

/**
 * Whether a lead may be sent to this destination. Nobody on the suppression list is sent anywhere, but for what was
 * asked for after the newest entry: then a lead goes where its visitor consented to have it sent, and to the receiver
 * that is asked before that, if the refusals yield to that consent. Those that do not hold it back for the operator.
 */
export async function permissionFor(
  { suppressions, consents }: Pick<Store, "suppressions" | "consents">,
  lead: Lead,
  { name, goesFirst, route }: Pick<Destination, "name" | "goesFirst" | "route">,
): Promise<Permission> {
  const entries = await suppressions.find(lead.record);
  if (entries.length === 0) return { kind: "send" };
  const refused: Permission = {
    kind: "suppress",
    reason: "the visitor's e-mail address or phone number is on the suppression list",
  };
  if (!isConsented(name) && !goesFirst && !route?.getsOptedOut) return refused;
  // A message to us is its own consent.
  const askedAt = lead.kind === "contact" ? lead.createdAt : (await consents.ofLead(lead.id))?.at;
  if (askedAt === undefined || entries.some(({ createdAt }) => createdAt >= askedAt)) return refused;
  const final = entries.filter((entry) => !yieldsTo(lead, entry));
  if (final.length === 0) return { kind: "send" };
  const words = final.map(({ kind, refusal, createdAt }) => {
    return `${refusal} by ${kind} since ${new Date(createdAt).toISOString()}`;
  });
  return { kind: "hold", reason: `consented to later, but on the suppression list: ${words.join(", ")}` };
}

/**
 * Anybody can fill in a form with anybody's address. An opt-out of sale yields to a consent whose number was proven by a
 * code, and to a message to us, which sells nothing; an e-mail address is proven by nothing.
 */
function yieldsTo({ kind, record }: Lead, entry: Suppression): boolean {
  if (entry.refusal !== "do-not-sell") return false;
  return kind === "contact" || (entry.kind === "phone" && record.sms_verified === "yes");
}
