import { sql } from "kysely";
import type { Connection, Reader } from "../engine/connection.ts";
import { holdTurnsIn, sessionLock } from "../engine/locks.ts";
import { placed, type Statement, type Work } from "../engine/statements.ts";
import type { BegunVisit, NewEntry, NewVisit } from "../rows.ts";
import { dueFrom, forwarded } from "./progress-saves.ts";

/** A visit as it is once its log has grown. `from`: the length that its writer saw. */
type Held = NewVisit & { at: number; from: number; to: number; leadId: string | null; dueAt: number };
/** The added entries, column by column. */
type Columns = { seq: number[]; kind: string[]; body: string[]; entryAt: number[] };
type Kind = { isNew: boolean; isLead: boolean; isDue: boolean };

export type Growth = {
  visit: BegunVisit;
  expectedNextSeq: number;
  entries: readonly NewEntry[];
  at: number;
  /** The lead that the visit makes with it, which it may do once. */
  leadId?: string;
};

/**
 * Adds entries to a visit's log, which begins with its first; the visit's row is held until the transaction ends.
 * @returns false, and nothing was changed, when the log is not as long as its writer saw it, the visit has the lead
 * that it is to make, or the session has meanwhile begun another visit
 */
export type Grow = (growth: Growth) => Work<boolean>;

/** @param saveProgressAfterMs as in `StoreOptions` */
export function growthIn(connection: Connection, saveProgressAfterMs?: number) {
  const isOvertaken = overtakenIn(connection);
  const grown = connection.kind === "postgres" ? togetherIn(connection) : oneByOneIn(connection);
  const takesTurn = ({ visit, expectedNextSeq }: Growth) =>
    expectedNextSeq === 0 && visit.newest !== undefined;
  const grow: Grow = function* (growth) {
    const { visit, expectedNextSeq, entries, at, leadId } = growth;
    if (takesTurn(growth) && (yield* isOvertaken(visit))) return false;
    const isDue = saveProgressAfterMs !== undefined && entries.some(({ kind }) => forwarded.includes(kind));
    const held: Held = {
      id: visit.id,
      sessionId: visit.sessionId,
      variant: visit.variant,
      machineVersion: visit.machineVersion,
      at,
      from: expectedNextSeq,
      to: expectedNextSeq + entries.length,
      leadId: leadId ?? null,
      dueAt: at + (saveProgressAfterMs ?? 0),
    };
    return yield* grown({ isNew: expectedNextSeq === 0, isLead: leadId !== undefined, isDue }, held, entries);
  };
  return {
    grow,
    /** Whether `grow` asks for no more than one statement on PostgreSQL. */
    isOneStatement: (growth: Growth) => !takesTurn(growth),
  };
}

/** Makes the visit's row, or takes one whose log is empty. */
function begun(db: Reader, given: Held, { isLead }: Kind) {
  return db
    .insertInto("visits")
    .values({
      id: given.id,
      sessionId: given.sessionId,
      variant: given.variant,
      machineVersion: given.machineVersion,
      createdAt: given.at,
      updatedAt: given.at,
      leadId: given.leadId,
      logLength: given.to,
      rolledLength: 0,
      rollLockedUntil: null,
    })
    .onConflict((c) => {
      const row = c
        .column("id")
        .doUpdateSet((eb) => ({
          updatedAt: eb.ref("excluded.updatedAt"),
          machineVersion: eb.ref("excluded.machineVersion"),
          logLength: eb.ref("excluded.logLength"),
          ...(isLead && { leadId: eb.ref("excluded.leadId") }),
        }))
        .where("visits.logLength", "=", 0);
      return isLead ? row.where("visits.leadId", "is", null) : row;
    })
    .returning("id");
}

/** Takes a visit whose log is as long as its writer saw it. */
function lengthened(db: Reader, given: Held, { isLead }: Kind) {
  const row = db
    .updateTable("visits")
    .set({
      updatedAt: given.at,
      machineVersion: given.machineVersion,
      logLength: given.to,
      ...(isLead && { leadId: given.leadId }),
    })
    .where("id", "=", given.id)
    .where("logLength", "=", given.from);
  return (isLead ? row.where("leadId", "is", null) : row).returning("id");
}

const holding = (kind: Kind) => (kind.isNew ? begun : lengthened);

/** Makes one for each kind, when it is first needed. */
function eachKind<Made>(make: (kind: Kind) => Made): (kind: Kind) => Made {
  const made = new Map<number, Made>();
  return (kind) => {
    const key = Number(kind.isNew) + 2 * Number(kind.isLead) + 4 * Number(kind.isDue);
    const known = made.get(key) ?? make(kind);
    made.set(key, known);
    return known;
  };
}

type Grown = (kind: Kind, held: Held, entries: readonly NewEntry[]) => Work<boolean>;

/** SQLite: one statement after the other, each without a round trip. */
function oneByOneIn({ prepare }: Connection): Grown {
  const hold = eachKind((kind) => prepare((db, given: Held) => holding(kind)(db, given, kind)));
  const add = prepare((db, given: { visitId: string; seq: number; kind: string; body: string; at: number }) =>
    db.insertInto("visitLog").values({
      visitId: given.visitId,
      seq: given.seq,
      kind: given.kind,
      body: given.body,
      at: given.at,
    }),
  );
  const makeDue = prepare((db, given: Held) => dueFrom(db, "visits", given));
  return function* (kind, held, entries) {
    if ((yield* hold(kind)(held)).length === 0) return false;
    let seq = held.from;
    for (const { kind, body, at } of entries)
      yield* add({ visitId: held.id, seq: seq++, kind, body: JSON.stringify(body), at });
    if (kind.isDue) yield* makeDue(held);
    return true;
  };
}

/** PostgreSQL: one statement for all of it, in one round trip. */
function togetherIn({ prepare }: Connection): Grown {
  const grow = eachKind(
    (kind): Statement<Held & Columns, { id: string }> =>
      prepare((db, given: Held & Columns) => {
        const held = db.with("held", () => holding(kind)(db, given, kind));
        const bodies = placed(given.body, "visit_log", "body", [given.id, given.seq]);
        const added = held.with("added", (db) =>
          db
            .insertInto("visitLog")
            .columns(["visitId", "seq", "kind", "body", "at"])
            .expression(
              db
                .selectFrom([
                  "held",
                  sql<{ seq: number; kind: string; body: string; at: number }>`unnest(${given.seq}::int[],
                  ${given.kind}::text[], ${bodies}::text[], ${given.entryAt}::bigint[])`.as<"entry">(
                    sql`entry(seq, kind, body, at)`,
                  ),
                ])
                .select(["held.id", "entry.seq", "entry.kind", "entry.body", "entry.at"]),
            ),
        );
        if (!kind.isDue) return added.selectFrom("held").select("id");
        const due = added.with("due", (db) => dueFrom(db as unknown as Reader, "held", given));
        return due.selectFrom("held").select("id");
      }),
  );
  return function* (kind, held, entries) {
    const columns: Columns = {
      seq: entries.map((_, index) => held.from + index),
      kind: entries.map(({ kind }) => kind),
      body: entries.map(({ body }) => JSON.stringify(body)),
      entryAt: entries.map(({ at }) => at),
    };
    return (yield* grow(kind)({ ...held, ...columns })).length > 0;
  };
}

/** True when the session's newest visit is neither this one nor the one its writer knew. */
function overtakenIn(connection: Connection) {
  const holdTurn = holdTurnsIn(connection);
  const newestOf = connection.prepare((db, given: { sessionId: string; variant: string }) =>
    db
      .selectFrom("visits")
      .select("id")
      .where("sessionId", "=", given.sessionId)
      .where("variant", "=", given.variant)
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(1),
  );
  return function* ({ id, sessionId, variant, newest }: BegunVisit): Work<boolean> {
    yield* holdTurn(sessionLock(sessionId));
    const [found] = yield* newestOf({ sessionId, variant });
    return found !== undefined && found.id !== id && found.id !== newest;
  };
}
