import { type Selectable, sql } from "kysely";
import { requestId } from "../../observe/log.ts";
import { traceparent } from "../../observe/spans.ts";
import { addConsentIn } from "../consents/consents.ts";
import type { Connection, Reader } from "../engine/connection.ts";
import type { Schema } from "../engine/schema.ts";
import { placed, type Work } from "../engine/statements.ts";
import type { BegunVisit, NewEntry, NewLead, NewMessage, Submission, Submitted } from "../rows.ts";
import type { News } from "../sales/ledger-lines.ts";
import { growthIn } from "../visits/log-growth.ts";
import { acknowledgedIn, leadFromRow } from "./leads.ts";

type LeadRow = Selectable<Schema["leads"]>;
type MessageRow = Selectable<Schema["outbox"]>;

function leadRow(lead: NewLead, origin: string, now: number): LeadRow {
  return {
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
    erasedAt: null,
  };
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

/** Adds the lead with its messages. @returns false when its origin already has one */
type AddLead = (lead: LeadRow, messages: readonly MessageRow[]) => Work<boolean>;

function insertedLead(db: Reader, given: LeadRow) {
  return db
    .insertInto("leads")
    .values({
      id: given.id,
      origin: given.origin,
      kind: given.kind,
      variant: given.variant,
      createdAt: given.createdAt,
      qualified: given.qualified,
      dqReason: given.dqReason,
      record: given.record,
      derived: given.derived,
      location: given.location,
      signs: given.signs,
      buyers: given.buyers,
    })
    .onConflict((c) => c.column("origin").doNothing())
    .returning("id");
}

/** SQLite: one statement after the other, each without a round trip. */
function oneByOneIn({ prepare }: Connection): AddLead {
  const addLead = prepare(insertedLead);
  const addMessage = prepare((db, given: MessageRow) =>
    db.insertInto("outbox").values({
      id: given.id,
      leadId: given.leadId,
      destination: given.destination,
      payload: given.payload,
      status: given.status,
      attempts: given.attempts,
      attemptsForgiven: given.attemptsForgiven,
      runAt: given.runAt,
      lockedUntil: given.lockedUntil,
      lastError: given.lastError,
      createdAt: given.createdAt,
      updatedAt: given.updatedAt,
      requestId: given.requestId,
      traceparent: given.traceparent,
    }),
  );
  return function* (lead, messages) {
    if ((yield* addLead(lead)).length === 0) return false;
    for (const message of messages) yield* addMessage(message);
    return true;
  };
}

const messageColumns = [
  "id",
  "leadId",
  "destination",
  "payload",
  "status",
  "attempts",
  "attemptsForgiven",
  "runAt",
  "createdAt",
  "updatedAt",
  "requestId",
  "traceparent",
] as const;

/** PostgreSQL: one statement for all of it, in one round trip. */
function togetherIn({ prepare }: Connection): AddLead {
  type Columns = Pick<MessageRow, "requestId" | "traceparent"> & {
    messageId: string[];
    destination: string[];
    payload: string[];
    status: string[];
    runAt: number[];
  };
  const add = prepare((db, given: LeadRow & Columns) =>
    db
      .with("lead", () => insertedLead(db, given))
      .with("messages", (db) =>
        db
          .insertInto("outbox")
          .columns(messageColumns)
          .expression(
            db
              .selectFrom("lead")
              .select((eb) => [
                sql<string>`unnest(${given.messageId}::text[])`.as("messageId"),
                eb.ref("lead.id").as("leadId"),
                sql<string>`unnest(${given.destination}::text[])`.as("destination"),
                sql<string>`unnest(${placed(given.payload, "outbox", "payload", [given.messageId])}::text[])`.as(
                  "payload",
                ),
                sql<MessageRow["status"]>`unnest(${given.status}::text[])`.as("status"),
                eb.lit(0).as("attempts"),
                eb.lit(0).as("attemptsForgiven"),
                sql<number>`unnest(${given.runAt}::bigint[])`.as("runAt"),
                sql<number>`${given.createdAt}::bigint`.as("createdAt"),
                sql<number>`${given.createdAt}::bigint`.as("updatedAt"),
                sql<string | null>`${given.requestId}::text`.as("requestId"),
                sql<string | null>`${given.traceparent}::text`.as("traceparent"),
              ]),
          ),
      )
      .selectFrom("lead")
      .select("id"),
  );
  return function* (lead, messages) {
    const added = yield* add({
      ...lead,
      messageId: messages.map(({ id }) => id),
      destination: messages.map(({ destination }) => destination),
      payload: messages.map(({ payload }) => payload),
      status: messages.map(({ status }) => status),
      runAt: messages.map(({ runAt }) => runAt),
      requestId: messages[0]?.requestId ?? null,
      traceparent: messages[0]?.traceparent ?? null,
    });
    return added.length > 0;
  };
}

/** The news that a lead has come, for its readers. `stored`: wakes them; storing a lead does not wait for that. */
type NewsOfLead = { of(lead: NewLead, at: number): News[]; stored(): void };

export function submissionsIn(
  connection: Connection,
  now: () => number,
  saveProgressAfterMs?: number,
  news: NewsOfLead = { of: () => [], stored: () => undefined },
) {
  const { grow } = growthIn(connection, saveProgressAfterMs);
  const addLead = connection.kind === "postgres" ? togetherIn(connection) : oneByOneIn(connection);
  const addConsent = addConsentIn(connection);
  const addNews = connection.prepare((db, row: News) =>
    db.insertInto("news").values({
      id: row.id,
      reader: row.reader,
      leadId: row.leadId,
      affiliate: row.affiliate,
      event: row.event,
      price: row.price,
      payout: row.payout,
      total: row.total,
      at: row.at,
    }),
  );
  const byOrigin = acknowledgedIn(connection, "origin");
  /** The lead that this origin has made. */
  const found = function* (origin: string): Work<Exclude<Submitted, { status: "conflict" }> | undefined> {
    const lead = yield* byOrigin(origin);
    return lead && { status: "duplicate", lead };
  };
  /** Stores lead, outbox rows and consent, unless this origin already has a lead. */
  const storing = (origin: string, { lead, consent, outbox }: Submission, at: number) => {
    const row = leadRow(lead, origin, at);
    const messages = outbox.map((message) => messageRow(lead.id, message, at));
    const toRead = consent?.body.optOut === undefined ? news.of(lead, at) : [];
    const work = function* (): Work<Exclude<Submitted, { status: "conflict" }>> {
      if (!(yield* addLead(row, messages))) return (yield* found(origin))!;
      if (consent) yield* addConsent(lead.id, consent);
      for (const each of toRead) yield* addNews(each);
      return { status: "stored", lead: leadFromRow(row) };
    };
    const ended = <Done extends Submitted>(done: Done): Done => {
      if (done.status === "stored" && toRead.length > 0) news.stored();
      return done;
    };
    return { work, ended };
  };
  return {
    /** Log entries, lead, consent, outbox rows and the visit's lead id in one transaction. */
    async submit(
      visit: BegunVisit,
      expectedNextSeq: number,
      entries: NewEntry[],
      submission: Submission,
    ): Promise<Submitted> {
      const at = now();
      const { work, ended } = storing(visit.id, submission, at);
      const growth = { visit, expectedNextSeq, entries, at, leadId: submission.lead.id };
      const done = await connection.transact(function* (): Work<Submitted> {
        if (yield* grow(growth)) return yield* work();
        return (yield* found(visit.id)) ?? { status: "conflict" };
      });
      return ended(done);
    },
    /** The same without a visit; idempotent on `origin`. */
    submitContact: async (
      origin: string,
      submission: Submission,
    ): Promise<Exclude<Submitted, { status: "conflict" }>> => {
      const { work, ended } = storing(origin, submission, now());
      return ended(await connection.transact(work));
    },
  };
}
