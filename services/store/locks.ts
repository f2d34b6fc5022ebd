import { createHash } from "node:crypto";
import type { Connection, Writer } from "./connection.ts";
import type { Work } from "./statements.ts";

/**
 * What one transaction at a time may do, however many processes there are. SQLite has one writer anyway; elsewhere a
 * row is locked, which every engine that speaks PostgreSQL's language can do, advisory locks not.
 */
export type Lock =
  /** Consents get their positions in the log. */
  | "consent-log"
  /** Tries of verification codes are counted. */
  | "code-tries"
  /** Sessions are written, so that `change` grows in the order of the commits. */
  | "analytics"
  /** Saved views and notes are added or renamed, so that their limits hold and names stay unique. */
  | "analysts-words"
  /** What is old is erased. */
  | "retention"
  /** A visit is begun, by session. */
  | SessionLock
  /** A lead's sighting is noted, by whom it is about. */
  | VelocityLock;

type SessionLock = `session-${number}`;
export type VelocityLock = `velocity-${number}`;

/** Sessions share 256 turns: two visits that begin at once rarely share one. */
export function sessionLock(sessionId: string): SessionLock {
  return `session-${createHash("sha256").update(sessionId).digest()[0]!}`;
}

/** Waits until nobody else has this turn; it ends with the transaction. */
export async function acquireLock(trx: Writer, kind: Connection["kind"], turn: Lock): Promise<void> {
  if (kind === "sqlite") return;
  await rowOf(trx, turn).forUpdate().executeTakeFirstOrThrow();
}

/** The same in a transaction of prepared statements. */
export function holdTurnsIn({ kind, prepare }: Connection): (turn: Lock) => Work<void> {
  const hold = prepare((db, given: { name: Lock }) =>
    db.selectFrom("turns").select("name").where("name", "=", given.name).forUpdate(),
  );
  return function* (name) {
    if (kind === "postgres") yield* hold({ name });
  };
}

/** @returns whether nobody else has it */
export async function tryLock(trx: Writer, kind: Connection["kind"], turn: Lock): Promise<boolean> {
  if (kind === "sqlite") return true;
  return (await rowOf(trx, turn).forUpdate().skipLocked().executeTakeFirst()) !== undefined;
}

function rowOf(trx: Writer, turn: Lock) {
  return trx.selectFrom("turns").select("name").where("name", "=", turn);
}
