import type { Arrival } from "../../../test/stubs/arrivals.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { ask } from "./ask.ts";

/** A lead as it is stored and as its receiver has it. */
type Lead = {
  id: string;
  email: string;
  consents: string;
  messages: string;
  /** How many of its messages are said to have been delivered. */
  delivered: string;
};

export type Found = {
  leads: Lead[];
  received: Map<string, Arrival>;
};

/** A message whose sender was lost is sent again after two minutes. */
const deliveredWithinMs = 240_000;

/** Looks when all messages are delivered. @param url of the leader */
export async function lookInTheEnd(url: string, received: Map<string, Arrival>): Promise<Found> {
  const open = "select 1 from outbox where status <> 'delivered' limit 1";
  await waitFor("all deliveries", async () => (await ask(url, open))?.length === 0, deliveredWithinMs);
  return look(url, received);
}

/** What is there now. @param since leads created earlier are left out; epoch milliseconds */
export async function look(url: string, received: Map<string, Arrival>, since = 0): Promise<Found> {
  const text = `select id, record::json->>'email' as email,
       (select count(*) from consents where lead_id = leads.id) as consents,
       (select count(*) from outbox where lead_id = leads.id) as messages,
       (select count(*) from outbox where lead_id = leads.id and status = 'delivered') as delivered
     from leads where created_at >= ${since}`;
  const leads = await ask<Lead>(url, text, 60_000);
  if (!leads) throw new Error("The leads cannot be read.");
  return { leads, received };
}

/** Of the leads whose visitors were thanked. */
export function count(acknowledged: string[], { leads, received }: Found) {
  const byAddress = new Map<string, Lead[]>();
  for (const lead of leads) byAddress.set(lead.email, [...(byAddress.get(lead.email) ?? []), lead]);
  const stored = acknowledged.map((address) => byAddress.get(address) ?? []);
  const arrivalOf = ({ id }: Lead) => received.get(`${id}.lead-prosper`);
  const arrivals = stored.flat().map(arrivalOf);
  const isWhole = ({ consents, messages }: Lead) => consents === "1" && messages === "1";
  return {
    stored: stored.filter((of) => of.length > 0).length,
    received: arrivals.filter(Boolean).length,
    lost: stored.filter((of) => of.length === 0).length,
    doubled: stored.filter((of) => of.length > 1).length,
    /** Without exactly one consent and one message, or said to be delivered and not received. */
    incomplete: stored.flat().filter((lead) => !isWhole(lead) || (lead.delivered !== "0" && !arrivalOf(lead)))
      .length,
    /** Messages that the receiver got more than once, always with the same id. */
    repeated: arrivals.filter((arrival) => (arrival?.times ?? 0) > 1).length,
  };
}
