import { createHash } from "node:crypto";
import type { Connection, Writer } from "./connection.ts";
import type { Work } from "./statements.ts";

/**
 * Work that only one transaction at a time may do, across all processes. SQLite has one writer anyway; elsewhere a row
 * is locked, because not every PostgreSQL-compatible engine has advisory locks.
 */
export type Lock =
  /** Consents get their positions in the log. */
  | "consent-log"
  /** Attempts at verification codes are counted. */
  | "code-tries"
  /** Sessions are written, so that `change` grows in the order of the commits. */
  | "analytics"
  /** Notes are added, so that their limit holds; and what the site itself has done, so that it is once in the audit. */
  | "analysts-words"
  /** What is in no book yet is booked. */
  | "books"
  /** Returned leads are counted by their answers. */
  | "returns"
  /** Leads are counted by what decided. */
  | "verdicts"
  /** Terms are changed, so that changes have numbers without a gap. */
  | "terms"
  /** Experiments are changed, so that each change is checked against all before it. */
  | "experiments"
  /** The console changes claimpath.yaml, so that each change is of the file that the last one left. */
  | "file"
  /** The owner's words are changed, so that each change is of those that the last one left. */
  | "words"
  /** Invoices are made out and paid, so that their numbers have no gap and none is paid twice. */
  | "invoices"
  /** A place of a cap is taken, or the cap changed, by whose it is. */
  | CapLock
  /** Old data is erased. */
  | "retention"
  /** A visit is begun, by session. */
  | SessionLock
  /** A lead's sighting is recorded, by person. */
  | VelocityLock;

type SessionLock = `session-${number}`;
type CapLock = `cap-${number}`;
/** Their number; receivers and affiliates share them. */
export const capLocks = 32;

export function capLock(owner: string): CapLock {
  return `cap-${createHash("sha256").update(owner).digest()[0]! % capLocks}`;
}

export type VelocityLock = `velocity-${number}`;

/** Sessions share 256 locks, so visits that begin at the same time rarely wait for each other. */
export function sessionLock(sessionId: string): SessionLock {
  return `session-${createHash("sha256").update(sessionId).digest()[0]!}`;
}

/** Waits for a lock, which is held until the transaction ends. */
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
