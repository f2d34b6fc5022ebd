import type { Destination } from "../../providers/ports.ts";
import type { NewMessage } from "../../store/types.ts";

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
