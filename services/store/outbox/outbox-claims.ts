import type { Connection, Reader } from "../engine/connection.ts";

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

/**
 * The messages that are due longest, none of a destination that is paused. Destinations and statuses are asked one by one, each in the order of the index, so
 * that a long queue costs no more than a short one.
 */
function oldestDue(db: Reader, kind: Connection["kind"], destinations: readonly string[], given: Claim) {
  const [first, ...others] = destinations.flatMap((destination) =>
    (["waiting", "sending"] as const).map((status) => {
      const due = db
        .selectFrom("outbox")
        .select(["id", "runAt", "createdAt"])
        .where("status", "=", status)
        .where("destination", "=", destination)
        .where(status === "waiting" ? "runAt" : "lockedUntil", "<=", given.at)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("pauses").select("pauses.destination").where("pauses.destination", "=", destination),
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
export function claimIn({ kind, prepare }: Connection, destinations: readonly string[]) {
  return prepare((db, given: Claim) =>
    db
      .with("chosen", () => oldestDue(db, kind, destinations, given))
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
 * Whether anything is due for these destinations. Where there are many, of which hardly any has something, that is a tenth of
 * what a claim costs, and holds up no writer.
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
