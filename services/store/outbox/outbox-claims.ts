import { clean } from "../engine/clean.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import type { Work } from "../engine/statements.ts";
import { messageRow } from "../leads/submit.ts";
import type { AttemptOutcome, Message, MessageStatus } from "../rows.ts";
import { type TakenLead, taken } from "../sales/sales.ts";

/** What else may happen to a claimed message whose receiver has a route: it waits, is declined or passed on. */
export type OutboxRoutes = ReturnType<typeof outboxRoutesIn>;

export function outboxRoutesIn(connection: Connection, now: () => number) {
  return {
    /** Puts it back until then; that was no attempt. */
    async defer({ id, attempts }: Message, runAt: number, why: string): Promise<void> {
      await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({
            status: "waiting",
            attempts: attempts - 1,
            runAt,
            lockedUntil: null,
            lastError: clean(why),
            updatedAt: now(),
          })
          .where("id", "=", id)
          .where("status", "=", "sending")
          .where("attempts", "=", attempts)
          .execute(),
      );
    },
    /**
     * Ends it without a sale and queues the lead for the next receiver, if there is one, both or neither. Another
     * process that has taken the message meanwhile decides instead.
     * @param ending `again`: from when its receiver may be asked once more (`postponedTo`); `isLook`: it was not tried,
     * and that is recorded already
     */
    async passOn(
      message: Message,
      {
        outcome,
        next,
        payload = JSON.parse(message.payload),
        again,
        isLook = false,
        ...ending
      }: {
        outcome: AttemptOutcome;
        detail: string;
        /** The buyer to be asked now, and when. */
        next: { name: string; at: number } | undefined;
        again?: number;
        isLook?: boolean;
        /** The next buyer's payload; by default the same. */
        payload?: Record<string, unknown>;
      },
    ): Promise<void> {
      const { id, leadId, attempts: attempt } = message;
      const at = now();
      const detail = clean(ending.detail);
      // Made here: in the transaction the request is not known.
      const row =
        next === undefined
          ? undefined
          : messageRow(leadId, { destination: next.name, payload, status: "waiting" }, at);
      await connection.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("outbox")
          .set({
            status: "rejected",
            attempts: isLook ? attempt - 1 : attempt,
            lockedUntil: null,
            lastError: detail,
            updatedAt: at,
            ...(again !== undefined && { runAt: again }),
          })
          .where("id", "=", id)
          .where("status", "=", "sending")
          .where("attempts", "=", attempt)
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) return;
        if (!isLook)
          await trx
            .insertInto("outboxAttempts")
            .values({ outboxId: id, attempt, at, outcome, detail })
            .onConflict((c) => c.doNothing())
            .execute();
        if (!row || !next) return;
        await ask(trx, { ...row, runAt: Math.max(next.at, at) }, at);
      });
    },
  };
}

/** Queues the message to a buyer; one that was asked before keeps its own, whose id its receiver knows. */
export async function ask(trx: Writer, row: ReturnType<typeof messageRow>, at: number): Promise<void> {
  const { id, payload, runAt } = row;
  const { numUpdatedRows } = await trx
    .updateTable("outbox")
    .set({ status: "waiting", payload, runAt, lockedUntil: null, updatedAt: at })
    .where("id", "=", id)
    .where("status", "=", "rejected")
    .executeTakeFirst();
  if (Number(numUpdatedRows) > 0) return;
  await trx
    .insertInto("outbox")
    .values(row)
    .onConflict((c) => c.column("id").doNothing())
    .execute();
}

/** How a claimed message ended. `runAt`: when it is tried again; null: as before. */
export type End = {
  id: string;
  attempt: number;
  status: MessageStatus;
  lastError: string | null;
  runAt: number | null;
  at: number;
  outcome: AttemptOutcome;
  detail: string;
};

function ended(db: Reader, given: End, final: boolean) {
  const row = db
    .updateTable("outbox")
    .set((eb) => ({
      status: given.status,
      lockedUntil: null,
      lastError: given.lastError,
      updatedAt: given.at,
      runAt: eb.fn.coalesce(eb.cast<number>(eb.val(given.runAt), "bigint"), "runAt"),
    }))
    .where("id", "=", given.id);
  return final
    ? row.where("status", "not in", ["delivered", "rejected"])
    : row.where("status", "=", "sending").where("attempts", "=", given.attempt);
}

/** No attempt is noted for a message that was erased while it was sent. */
function attempted(db: Reader, given: End) {
  return db
    .insertInto("outboxAttempts")
    .columns(["outboxId", "attempt", "at", "outcome", "detail"])
    .expression(
      db
        .selectFrom("outbox")
        .select((eb) => [
          eb.cast<string>(eb.val(given.id), "text").as("outboxId"),
          eb.cast<number>(eb.val(given.attempt), "integer").as("attempt"),
          eb.cast<number>(eb.val(given.at), "bigint").as("at"),
          eb.cast<AttemptOutcome>(eb.val(given.outcome), "text").as("outcome"),
          // Without a type, of which SQLite would make text where it is given bytes.
          eb.val(given.detail).as("detail"),
        ])
        .where("id", "=", given.id),
    )
    .onConflict((c) => c.columns(["outboxId", "attempt"]).doNothing());
}

/**
 * Ends a claim and notes the attempt, and separately that the buyer took the lead where it did: what follows from that
 * is done afterwards. One statement where that saves a round trip.
 * @param final counts even when another process has taken the message meanwhile
 */
export function endingIn({ kind, prepare }: Connection, final: boolean) {
  const end = prepare((db, given: End) => ended(db, given, final));
  const note = prepare((db, given: End) => attempted(db, given));
  const take = prepare((db, given: End & TakenLead) => taken(db, given));
  const both = prepare((db, given: End) =>
    db
      .with("ended", () => ended(db, given, final))
      .with("noted", () => attempted(db, given))
      .selectNoFrom([]),
  );
  const all = prepare((db, given: End & TakenLead) =>
    db
      .with("ended", () => ended(db, given, final))
      .with("noted", () => attempted(db, given))
      .with("taken", () => taken(db, given))
      .selectNoFrom([]),
  );
  return function* (given: End, sale?: TakenLead): Work<void> {
    const whole = sale && { ...sale, ...given };
    if (kind === "postgres") {
      yield* whole ? all(whole) : both(given);
      return;
    }
    yield* end(given);
    yield* note(given);
    if (whole) yield* take(whole);
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
  "lockedUntil",
  "lastError",
  "createdAt",
  "updatedAt",
  "requestId",
  "traceparent",
] as const;

type Claim = { at: number; lockedUntil: number; most: number };
/** `evenPaused`: also messages to paused receivers in an order, where others are asked in their place. */
export type Claimed = { destinations: readonly string[]; evenPaused: boolean };

/**
 * The messages that are due longest, none for a paused destination unless `evenPaused`. Destinations and statuses are
 * queried one by one, each in the order of the index, so that a long queue costs no more than a short one.
 */
function oldestDue(
  db: Reader,
  kind: Connection["kind"],
  { destinations, evenPaused }: Claimed,
  given: Claim,
) {
  const [first, ...others] = destinations.flatMap((destination) =>
    (["waiting", "sending"] as const).map((status) => {
      const due = db
        .selectFrom("outbox")
        .select(["id", "runAt", "createdAt"])
        .where("status", "=", status)
        .where("destination", "=", destination)
        .where(status === "waiting" ? "runAt" : "lockedUntil", "<=", given.at)
        .$if(!evenPaused, (query) =>
          query.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("pauses")
                  .select("pauses.destination")
                  .where("pauses.destination", "=", destination),
              ),
            ),
          ),
        )
        .orderBy("runAt")
        .orderBy("createdAt")
        .limit(given.most);
      return db.selectFrom((kind === "postgres" ? due.forUpdate().skipLocked() : due).as("due")).selectAll();
    }),
  );
  const each = others.reduce((all, one) => all.unionAll(one), first!);
  return db.selectFrom(each.as("each")).select("id").orderBy("runAt").orderBy("createdAt").limit(given.most);
}

/** Takes what is due: one statement, in which PostgreSQL chooses once, however it then finds the rows. */
export function claimIn({ kind, prepare }: Connection, claimed: Claimed) {
  return prepare((db, given: Claim) =>
    db
      .with("chosen", () => oldestDue(db, kind, claimed, given))
      .updateTable("outbox")
      .set((eb) => ({
        status: "sending" as const,
        attempts: eb("attempts", "+", 1),
        lockedUntil: given.lockedUntil,
        updatedAt: given.at,
      }))
      .where("id", "in", (eb) => eb.selectFrom("chosen").select("id"))
      .returning(messageColumns),
  );
}

/**
 * Whether anything is due for these destinations. With many of them and hardly anything due, that is a tenth of a
 * claim's cost, and delays no writer.
 */
export function isDueIn({ prepare }: Connection, destinations: readonly string[]) {
  return prepare((db, given: { at: number }) =>
    db
      .selectFrom("outbox")
      .select("id")
      .where("destination", "in", destinations)
      .where((or) =>
        or.or([
          or("status", "=", "waiting").and("runAt", "<=", given.at),
          or("status", "=", "sending").and("lockedUntil", "<=", given.at),
        ]),
      )
      .limit(1),
  );
}
