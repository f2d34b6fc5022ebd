import type { Connection, Reader, Writer } from "../engine/connection.ts";
import type { Work } from "../engine/statements.ts";
import type { AttemptOutcome, KeptSale, MessageStatus } from "../rows.ts";
import { bookSale, type NewSale } from "../sales/ledger-book.ts";
import type { TellAffiliate } from "../sales/postbacks.ts";
import { keepSale } from "../sales/sales.ts";

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

/** Of a message that was erased while it was sent, nothing is noted. */
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
          eb.cast<string>(eb.val(given.detail), "text").as("detail"),
        ])
        .where("id", "=", given.id),
    )
    .onConflict((c) => c.columns(["outboxId", "attempt"]).doNothing());
}

/** The end of a delivery that its buyer paid for: what it said and the line of the books are there with it, or none of it. */
export async function endSale(
  trx: Writer,
  kind: Connection["kind"],
  given: End,
  { said, booked }: { said?: KeptSale; booked?: NewSale },
  tell?: TellAffiliate,
): Promise<void> {
  await ended(trx, given, true).execute();
  await attempted(trx, given).execute();
  if (said) await keepSale(trx, said);
  if (booked) await bookSale(trx, kind, booked, tell);
}

/**
 * Ends a claim and notes the attempt: one statement where that saves a round trip.
 * @param final counts even when another process has taken the message meanwhile
 */
export function endingIn({ kind, prepare }: Connection, final: boolean): (end: End) => Work<void> {
  const end = prepare((db, given: End) => ended(db, given, final));
  const note = prepare((db, given: End) => attempted(db, given));
  const both = prepare((db, given: End) =>
    db
      .with("ended", () => ended(db, given, final))
      .with("noted", () => attempted(db, given))
      .selectNoFrom([]),
  );
  return function* (given) {
    if (kind === "postgres") {
      yield* both(given);
      return;
    }
    yield* end(given);
    yield* note(given);
  };
}
