import type { Destination } from "../../providers/ports.ts";
import type { Message } from "../../store/types.ts";

type Standing = Pick<Message, "id" | "destination" | "status" | "lastError">;

/** The buyers of whom one at most gets a lead, in the order in which they are asked. */
export function buyersInOrder(destinations: readonly Destination[]): string[] {
  return destinations
    .filter(({ route }) => route?.order !== undefined)
    .sort((one, other) => one.route!.order! - other.route!.order!)
    .map(({ name }) => name);
}

/** The message by which another buyer of the order has this one's lead, may have it or is being asked; it is sold to nobody else then. */
export function takenBy<M extends Standing>(
  message: Pick<Message, "id" | "destination">,
  ofLead: readonly M[],
  buyers: readonly string[],
): M | undefined {
  if (!buyers.includes(message.destination)) return undefined;
  const others = ofLead.filter(({ id, destination }) => id !== message.id && buyers.includes(destination));
  return others.find(({ status }) => status === "delivered") ?? others.find(isOpen);
}

/** Whether the receiver may have what it was sent, by how that ended. */
export function isUnclear(detail: string): boolean {
  return /^(?:.*last: )?timeout|broke off its answer|^unknown whether it has the lead: /.test(detail);
}

function isOpen({ status, lastError }: Standing): boolean {
  return status === "waiting" || status === "sending" || (status === "parked" && isUnclear(lastError ?? ""));
}

/** The buyer that was asked after this message's buyer said no. */
export function passedOnTo(
  { destination, status }: Pick<Message, "destination" | "status">,
  ofLead: readonly Pick<Message, "destination">[],
  buyers: readonly string[],
): string | undefined {
  const place = buyers.indexOf(destination);
  if (status !== "rejected" || place < 0) return undefined;
  return buyers.slice(place + 1).find((name) => ofLead.some((message) => message.destination === name));
}
