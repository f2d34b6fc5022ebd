import { expect } from "vitest";
import type { Cluster } from "./cluster.ts";
import { rowsOf } from "./postgres.ts";

/**
 * Expects of every stored lead one consent, one message, and that the buyer has it.
 * @returns the leads' e-mail addresses, in order
 */
export async function expectEachLeadOnce(url: string, { stubs }: Cluster): Promise<string[]> {
  const leads = await rowsOf<{ id: string; email: string; consents: string; messages: string }>(
    url,
    `select id, record::json->>'email' as email,
       (select count(*) from consents where lead_id = leads.id) as consents,
       (select count(*) from outbox where lead_id = leads.id) as messages
     from leads`,
  );
  expect(leads.filter(({ consents, messages }) => consents !== "1" || messages !== "1")).toEqual([]);
  const ids = leads.map(({ id }) => `${id}.lead-prosper`).sort();
  expect([...stubs.leadProsper.received.keys()].sort()).toEqual(ids);
  return leads.map(({ email }) => email).sort();
}
