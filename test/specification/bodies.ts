import type { Site } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

/** What the receivers of a lead got, by destination, once all its messages have arrived. */
export async function bodiesOf(
  { databaseFile, stubs }: Site,
  lead: string,
): Promise<Record<string, Record<string, unknown>>> {
  const messages = query<{ id: string; destination: string }>(
    databaseFile,
    "select id, destination from outbox where lead_id = ?",
    lead,
  );
  const bodies: Record<string, Record<string, unknown>> = {};
  for (const { id, destination } of messages) {
    const arrival = () => stubs.leadProsper.received.get(id) ?? stubs.ownPosts.received.get(id);
    await waitFor(`${destination} has the lead`, () => arrival() !== undefined);
    bodies[destination] = arrival()!.fields;
  }
  return bodies;
}
