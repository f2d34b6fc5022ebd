import type { Arrival } from "../../test/stubs/arrivals.ts";
import { rowsOf } from "../../test/support/postgres.ts";
import { waitFor } from "../../test/support/wait-for.ts";

/** A lead as it is stored and as its receiver has it. */
type Lead = { id: string; email: string; consents: string; messages: string };

export type Found = {
  leads: Lead[];
  received: Map<string, Arrival>;
};

/** A message whose sender was lost is sent again after two minutes. */
const deliveredWithinMs = 240_000;

/** Looks when all messages are delivered. @param url of the leader */
export async function look(url: string, received: Map<string, Arrival>): Promise<Found> {
  const open = "select 1 from outbox where status <> 'delivered'";
  await waitFor("all deliveries", async () => (await rowsOf(url, open)).length === 0, deliveredWithinMs);
  const leads = await rowsOf<Lead>(
    url,
    `select id, record::json->>'email' as email,
       (select count(*) from consents where lead_id = leads.id) as consents,
       (select count(*) from outbox where lead_id = leads.id) as messages
     from leads`,
  );
  return { leads, received };
}

/** Of the leads whose visitors were thanked. */
export function count(acknowledged: string[], { leads, received }: Found) {
  const stored = acknowledged.map((address) => leads.filter(({ email }) => email === address));
  const arrivals = stored.flatMap((of) => of.map(({ id }) => received.get(`${id}.lead-prosper`)));
  const isWhole = ({ consents, messages }: Lead) => consents === "1" && messages === "1";
  return {
    stored: stored.filter((of) => of.length > 0).length,
    received: arrivals.filter(Boolean).length,
    lost: stored.filter((of) => of.length === 0).length,
    doubled: stored.filter((of) => of.length > 1).length,
    /** Without exactly one consent and one message. */
    incomplete: stored.flat().filter((lead) => !isWhole(lead)).length,
    /** Messages that the receiver got more than once, always with the same id. */
    repeated: arrivals.filter((arrival) => (arrival?.times ?? 0) > 1).length,
  };
}
