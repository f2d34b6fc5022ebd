import type { Expression, ExpressionBuilder, Selectable, SqlBool } from "kysely";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import type { Schema } from "../engine/schema.ts";
import { queueForgetting } from "../guards/forgotten-keys.ts";
import type { BegunVisit, NewEntry, Visit } from "../rows.ts";
import { type BadEmail, type CountBadEmails, CountedMeanwhile } from "./bad-emails.ts";
import { growthIn } from "./log-growth.ts";

export interface Visits {
  /**
   * Adds entries from `expectedNextSeq` on (0 for a new visit) and counts the bad results reported in them, in one
   * transaction; `conflict` when another tab or process was first with either.
   */
  append(
    visit: BegunVisit,
    expectedNextSeq: number,
    entries: NewEntry[],
    badEmails?: readonly BadEmail[],
  ): Promise<"ok" | "conflict">;
  load(visitId: string): Promise<Visit | undefined>;
  /**
   * The session's newest visit of this variant.
   * @param known a visit with as much of its log as the caller has, which is not read again: the visit comes with `isKnown` and
   * without entries where there is no more of it, since entries are never changed
   */
  latest(sessionId: string, variant: string, known?: KnownLog): Promise<LatestVisit | undefined>;
  /** The session's newest visit, of any variant, that made a lead. */
  latestWithLead(sessionId: string): Promise<Visit | undefined>;
}

export type KnownLog = { id: string; length: number };
type LatestVisit = Visit & { isKnown?: true };

type Readings = Pick<Visits, "load" | "latest" | "latestWithLead">;

/** The newest visit among those chosen, a row for each entry of its log, or one for a log that is empty. */
function withLog(
  db: Reader,
  chosen: (visits: ExpressionBuilder<Schema, "visits">) => Expression<SqlBool>,
  known: KnownLog = { id: "", length: 0 },
) {
  return db
    .selectFrom("visits")
    .leftJoin("visitLog", (join) =>
      join
        .onRef("visitLog.visitId", "=", "visits.id")
        .on((eb) => eb.or([eb("visits.id", "!=", known.id), eb("visits.logLength", "!=", known.length)])),
    )
    .select(["id", "sessionId", "variant", "machineVersion", "createdAt", "updatedAt", "leadId"])
    .select(["visitId", "seq", "kind", "body", "at"])
    .where("visits.id", "=", (eb) =>
      eb
        .selectFrom("visits")
        .select("id")
        .where(chosen)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(1),
    )
    .orderBy("seq");
}

type LoggedRow = Omit<Visit, "entries"> & {
  [Column in "seq" | "kind" | "body" | "at"]: Schema["visitLog"][Column] | null;
};

function visitOf(rows: readonly LoggedRow[]): Visit | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const { id, sessionId, variant, machineVersion, createdAt, updatedAt, leadId } = first;
  const entries =
    first.seq === null
      ? []
      : rows.map(({ seq, kind, body, at }) => ({ seq: seq!, kind: kind!, body: JSON.parse(body!), at: at! }));
  return { id, sessionId, variant, machineVersion, createdAt, updatedAt, leadId, entries };
}

/** Visits with their logs. */
export function visitReader({ prepare, query }: Connection): Readings {
  const byId = prepare((db, given: { id: string }) => withLog(db, (eb) => eb("id", "=", given.id)));
  const ofSession = prepare((db, given: { sessionId: string; variant: string } & KnownLog) =>
    withLog(db, (eb) => eb.and({ sessionId: given.sessionId, variant: given.variant }), given),
  );
  const withLead = prepare((db, given: { sessionId: string }) =>
    withLog(db, (eb) => eb("sessionId", "=", given.sessionId).and("leadId", "is not", null)),
  );
  return {
    load: async (id) => visitOf(await query(byId({ id }))),
    async latest(sessionId, variant, known = { id: "", length: 0 }) {
      const found = visitOf(await query(ofSession({ sessionId, variant, ...known })));
      // With another length there would be entries.
      const isKnown = found?.id === known.id && known.length > 0 && found.entries.length === 0;
      return isKnown ? { ...found, isKnown } : found;
    },
    latestWithLead: async (sessionId) => visitOf(await query(withLead({ sessionId }))),
  };
}

export function visitFromRows(
  { logLength, rolledLength, rollLockedUntil, ...visit }: Selectable<Schema["visits"]>,
  log: readonly Selectable<Schema["visitLog"]>[],
): Visit {
  const entries = log.map(({ visitId, ...entry }) => ({ ...entry, body: JSON.parse(entry.body) }));
  return { ...visit, entries };
}

export function visitsIn(
  connection: Connection,
  now: () => number,
  countBadEmails: CountBadEmails,
  saveProgressAfterMs?: number,
): Visits {
  const { grow, isOneStatement } = growthIn(connection, saveProgressAfterMs);
  return {
    append: async (visit, expectedNextSeq, entries, badEmails = []) => {
      const growth = { visit, expectedNextSeq, entries, at: now() };
      const append = function* () {
        if (!(yield* grow(growth))) return "conflict";
        yield* countBadEmails(visit.sessionId, badEmails);
        return "ok";
      };
      try {
        return await connection.transact(append, badEmails.length === 0 && isOneStatement(growth));
      } catch (error) {
        if (error instanceof CountedMeanwhile) return "conflict";
        throw error;
      }
    },
    ...visitReader(connection),
  };
}

/**
 * Deletes visits and, by the database's own rule, their logs. Their sessions in the analysts' tables stay, and are
 * nobody's.
 * @param ids at least one
 */
export async function eraseVisits(trx: Writer, ids: readonly string[]): Promise<void> {
  await queueForgetting(trx, ids);
  await trx.updateTable("analyticsSessions").set({ visitId: null }).where("visitId", "in", ids).execute();
  await trx.deleteFrom("visits").where("id", "in", ids).execute();
}
