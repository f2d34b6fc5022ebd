import type { Destination } from "../../providers/ports.ts";

/** Names of the outbox's rows that this destination takes. */
export function rowsOf({ name, takes = [name] }: Destination): readonly string[] {
  return takes;
}

/** Names of the rows that are delivered as things stand: those of every destination with settings. */
export function deliverable(destinations: readonly Destination[]): string[] {
  return destinations.filter(({ configured }) => configured).flatMap(rowsOf);
}
