import type { Selectable } from "kysely";
import type { Connection } from "./connection.ts";
import type { Schema } from "./schema.ts";
import { type AttemptOutcome, type Message, messageStatuses, type OutboxQueue } from "./types.ts";

const undelivered = messageStatuses.filter((status) => status !== "delivered");

export function messageFromRow(row: Selectable<Schema["outbox"]>): Message {
  return {
    id: row.id,
    leadId: row.lead_id,
    destination: row.destination,
    payload: row.payload,
    status: row.status,
    attempts: row.attempts,
    attemptsForgiven: row.attempts_forgiven,
    runAt: row.run_at,
    lockedUntil: row.locked_until,
    lastError: row.last_error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    requestId: row.request_id,
    traceparent: row.traceparent,
  };
}

/** The reading half of the outbox: what the commands show. */
export function outboxViews(
  connection: Connection,
): Pick<OutboxQueue, "get" | "list" | "attempts" | "count" | "depth"> {
  return {
    async get(id) {
      const row = await connection.read((db) =>
        db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst(),
      );
      return row && messageFromRow(row);
    },
    async list(filter) {
      const rows = await connection.read((db) => {
        let query = db.selectFrom("outbox").selectAll().orderBy("created_at", "desc").orderBy("id");
        if (filter.status) query = query.where("status", "=", filter.status);
        if (filter.destination) query = query.where("destination", "=", filter.destination);
        if (filter.leadId) query = query.where("lead_id", "=", filter.leadId);
        return query.limit(filter.limit ?? 1000).execute();
      });
      return rows.map(messageFromRow);
    },
    async attempts(messageId) {
      const rows = await connection.read((db) =>
        db
          .selectFrom("outbox_attempts")
          .selectAll()
          .where("outbox_id", "=", messageId)
          .orderBy("attempt")
          .execute(),
      );
      return rows.map(({ outbox_id, outcome, ...row }) => ({
        ...row,
        messageId: outbox_id,
        outcome: outcome as AttemptOutcome,
      }));
    },
    async count() {
      const row = await connection.read((db) =>
        db
          .selectFrom("outbox")
          .select((eb) => eb.fn.countAll().as("count"))
          .executeTakeFirstOrThrow(),
      );
      return Number(row.count);
    },
    depth: () =>
      connection.read((db) =>
        db
          .selectFrom("outbox")
          .select((eb) => [
            "destination",
            "status",
            eb.fn.countAll<number>().as("count"),
            eb.fn.min<number>("created_at").as("oldestAt"),
          ])
          // By name, so that the index answers: what was delivered is nearly all there is.
          .where("status", "in", undelivered)
          .groupBy(["destination", "status"])
          .orderBy("destination")
          .orderBy("status")
          .execute(),
      ),
  };
}
