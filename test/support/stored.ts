import type { Site } from "./site.ts";
import { query, type StoredLead, storedLeads } from "./store-reader.ts";
import { waitFor } from "./wait-for.ts";

/** The stored leads with this e-mail address, oldest first. */
export function leadsOf({ databaseFile }: Site, email: string): StoredLead[] {
  return storedLeads(databaseFile).filter(({ record }) => record.email === email);
}

/** The answers in the log of the newest visit, in order: step and recorded fields. */
export function loggedAnswers(site: Site): { step: string; answers: Record<string, string> }[] {
  return logged(site, "answer");
}

/** What forms refused in the newest visit, in order. */
export function loggedRefusals(site: Site): { step: string; fields: string[] }[] {
  return logged(site, "refused");
}

function logged<Body>({ databaseFile }: Site, kind: string): Body[] {
  const rows = query<{ body: string }>(
    databaseFile,
    `select body from visit_log where kind = ? and visit_id =
       (select id from visits order by created_at desc, rowid desc limit 1) order by seq`,
    kind,
  );
  return rows.map(({ body }) => JSON.parse(body));
}

/** Waits until the newest visit's log holds these steps' answers, and of no other: before, the newest is an older one. */
export async function untilLogged(site: Site, steps: readonly string[]): Promise<void> {
  const logged = () => new Set(loggedAnswers(site).map(({ step }) => step));
  await waitFor(`the answers to ${steps.join(", ")}`, () => [...logged()].join() === steps.join());
}

/** What arrived at the buyer of this lead, once it has. */
export async function delivered({ stubs }: Site, { id }: Pick<StoredLead, "id">) {
  const arrived = () => stubs.leadProsper.received.get(`${id}.lead-prosper`);
  await waitFor("the delivery", () => arrived() !== undefined);
  return arrived()!;
}
