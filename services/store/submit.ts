import { requestId } from "../observe/request-id.ts";
import { traceparent } from "../observe/tracing/spans.ts";
import type { Connection, Writer } from "./connection.ts";
import { appendConsent } from "./consents.ts";
import { leadFromRow } from "./leads.ts";
import type { BegunVisit, Lead, NewEntry, NewMessage, Store, Submission, Submitted } from "./types.ts";
import { addEntries, lockVisit } from "./visits.ts";

async function leadOf(trx: Writer, origin: string): Promise<Lead> {
  const row = await trx
    .selectFrom("leads")
    .selectAll()
    .where("origin", "=", origin)
    .executeTakeFirstOrThrow();
  return leadFromRow(row);
}

/** The id is made of lead and destination, so that it is the same in every attempt and every process. */
export function messageRow(leadId: string, message: NewMessage, now: number) {
  return {
    id: `${leadId}.${message.destination}`,
    leadId: leadId,
    destination: message.destination,
    payload: JSON.stringify(message.payload),
    status: message.status,
    attempts: 0,
    attemptsForgiven: 0,
    runAt: now + (message.heldMs ?? 0),
    lockedUntil: null,
    lastError: null,
    createdAt: now,
    updatedAt: now,
    requestId: requestId.getStore() ?? null,
    traceparent: traceparent() ?? null,
  };
}

/** Stores lead, outbox rows and consent, unless this origin already has a lead. */
async function storeLead(
  trx: Writer,
  kind: Connection["kind"],
  origin: string,
  { lead, consent, outbox }: Submission,
  now: number,
): Promise<Exclude<Submitted, { status: "conflict" }>> {
  const added = await trx
    .insertInto("leads")
    .values({
      id: lead.id,
      origin,
      kind: lead.kind,
      variant: lead.variant,
      createdAt: now,
      qualified: lead.qualified === null ? null : Number(lead.qualified),
      dqReason: lead.dqReason,
      record: JSON.stringify(lead.record),
      derived: JSON.stringify(lead.derived),
      location: lead.location,
      signs: JSON.stringify(lead.signs),
      buyers: lead.buyers.length > 0 ? JSON.stringify(lead.buyers) : null,
    })
    .onConflict((c) => c.column("origin").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return { status: "duplicate", lead: await leadOf(trx, origin) };
  if (outbox.length > 0) {
    const rows = outbox.map((message) => messageRow(lead.id, message, now));
    await trx.insertInto("outbox").values(rows).execute();
  }
  if (consent) await appendConsent(trx, kind, lead.id, consent);
  return { status: "stored", lead: await leadOf(trx, origin) };
}

export function submissionsIn(
  connection: Connection,
  now: () => number,
  saveProgressAfterMs?: number,
): Pick<Store, "submit" | "submitContact"> {
  const { kind } = connection;
  return {
    submit: (visit: BegunVisit, expectedNextSeq: number, entries: NewEntry[], submission: Submission) =>
      connection.write(async (trx): Promise<Submitted> => {
        const at = now();
        const held = await lockVisit(trx, kind, visit, expectedNextSeq, at);
        if (held?.leadId) return { status: "duplicate", lead: await leadOf(trx, visit.id) };
        if (held?.nextSeq !== expectedNextSeq) return { status: "conflict" };
        await addEntries(trx, visit, expectedNextSeq, entries, at, saveProgressAfterMs);
        await trx
          .updateTable("visits")
          .set({ leadId: submission.lead.id })
          .where("id", "=", visit.id)
          .execute();
        return storeLead(trx, kind, visit.id, submission, at);
      }),
    submitContact: (origin, submission) =>
      connection.write((trx) => storeLead(trx, kind, origin, submission, now())),
  };
}
