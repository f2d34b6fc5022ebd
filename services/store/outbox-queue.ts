import { clean } from "./clean.ts";
import type { Connection, Reader } from "./connection.ts";
import { messageFromRow, outboxViews } from "./outbox-views.ts";
import type { AttemptOutcome, Message, MessageStatus, OutboxQueue } from "./types.ts";

/** Longer than any destination's own deadline: a row held longer belongs to a process that died. */
const defaultLockMs = 120_000;

type Ending = {
  status: MessageStatus;
  outcome: AttemptOutcome;
  detail: string;
  runAt?: number;
  /** The buyer's word counts even when another process has taken the row meanwhile. */
  final: boolean;
};

/**
 * The id of the message that is due longest. Destinations and statuses are asked one by one, each in the order of the
 * index, so that a long queue costs no more than a short one.
 */
function oldestDue(db: Reader, kind: Connection["kind"], destinations: string[], at: number) {
  const [first, ...others] = destinations.flatMap((destination) =>
    (["waiting", "sending"] as const).map((status) => {
      const due = db
        .selectFrom("outbox")
        .select(["id", "run_at", "created_at"])
        .where("status", "=", status)
        .where("destination", "=", destination)
        .where(status === "waiting" ? "run_at" : "locked_until", "<=", at)
        .orderBy("run_at")
        .orderBy("created_at")
        .limit(1);
      return db.selectFrom((kind === "postgres" ? due.forUpdate().skipLocked() : due).as("due")).selectAll();
    }),
  );
  const each = others.reduce((all, one) => all.unionAll(one), first!);
  return db.selectFrom(each.as("each")).select("id").orderBy("run_at").orderBy("created_at").limit(1);
}

export function outboxIn(connection: Connection, now: () => number): OutboxQueue {
  const end = (message: Message, ending: Ending) =>
    connection.write(async (trx) => {
      const at = now();
      const detail = clean(ending.detail);
      const row = trx
        .updateTable("outbox")
        .set({
          status: ending.status,
          locked_until: null,
          last_error: ending.status === "delivered" ? null : detail,
          updated_at: at,
          ...(ending.runAt === undefined ? {} : { run_at: ending.runAt }),
        })
        .where("id", "=", message.id);
      const still = ending.final
        ? row.where("status", "not in", ["delivered", "rejected"])
        : row.where("status", "=", "sending").where("attempts", "=", message.attempts);
      await still.execute();
      const kept = await trx
        .selectFrom("outbox")
        .select("id")
        .where("id", "=", message.id)
        .executeTakeFirst();
      // Erased while it was sent.
      if (!kept) return;
      await trx
        .insertInto("outbox_attempts")
        .values({ outbox_id: message.id, attempt: message.attempts, at, outcome: ending.outcome, detail })
        .onConflict((c) => c.columns(["outbox_id", "attempt"]).doNothing())
        .execute();
    });

  return {
    ...outboxViews(connection),
    async claim(destinations, at, lockMs = defaultLockMs) {
      if (destinations.length === 0) return undefined;
      const row = await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set((eb) => ({
            status: "sending" as const,
            attempts: eb("attempts", "+", 1),
            locked_until: at + lockMs,
            updated_at: at,
          }))
          .where("id", "=", oldestDue(trx, connection.kind, destinations, at))
          .returningAll()
          .executeTakeFirst(),
      );
      return row && messageFromRow(row);
    },
    delivered: (message, outcome, detail) =>
      end(message, { status: "delivered", outcome, detail, final: true }),
    rejected: (message, detail) =>
      end(message, { status: "rejected", outcome: "rejected", detail, final: true }),
    retryAt: (message, runAt, detail) =>
      end(message, { status: "waiting", outcome: "failed", detail, runAt, final: false }),
    park: (message, detail) => end(message, { status: "parked", outcome: "parked", detail, final: false }),
    suppress: (message, detail) =>
      end(message, { status: "suppressed", outcome: "suppressed", detail, final: false }),
    async release(leadId) {
      const at = now();
      await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({ run_at: at, updated_at: at })
          .where("lead_id", "=", leadId)
          .where("status", "=", "waiting")
          .where("attempts", "=", 0)
          .execute(),
      );
    },
    async withdraw({ id, leadId }, detail) {
      await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({ status: "suppressed", last_error: clean(detail), updated_at: now() })
          .where("lead_id", "=", leadId)
          .where("id", "!=", id)
          .where("status", "in", ["waiting", "unconfigured", "parked"])
          .execute(),
      );
    },
    async parkByHand(id) {
      const at = now();
      const result = await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({ status: "parked", locked_until: null, last_error: "parked by hand", updated_at: at })
          .where("id", "=", id)
          .where((or) =>
            or.or([
              or("status", "in", ["waiting", "unconfigured"]),
              or("status", "=", "sending").and("locked_until", "<=", at),
            ]),
          )
          .executeTakeFirst(),
      );
      return Number(result.numUpdatedRows) > 0;
    },
    async activate(destinations) {
      if (destinations.length === 0) return 0;
      const at = now();
      const result = await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({ status: "waiting", run_at: at, updated_at: at })
          .where("status", "=", "unconfigured")
          .where("destination", "in", destinations)
          .executeTakeFirst(),
      );
      return Number(result.numUpdatedRows);
    },
    async requeue(which) {
      if ("parkedFor" in which && which.parkedFor.length === 0) return 0;
      const at = now();
      const result = await connection.write((trx) => {
        const rows = trx.updateTable("outbox").set((eb) => ({
          status: "waiting" as const,
          attempts_forgiven: eb.ref("attempts"),
          run_at: at,
          locked_until: null,
          updated_at: at,
        }));
        const chosen =
          "id" in which
            ? rows.where("id", "=", which.id).where("status", "not in", ["delivered", "sending"])
            : rows.where("status", "=", "parked").where("destination", "in", which.parkedFor);
        // What was erased is not sent again, empty.
        return chosen.where("payload", "!=", "").executeTakeFirst();
      });
      return Number(result.numUpdatedRows);
    },
  };
}
