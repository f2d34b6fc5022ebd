import { clean } from "../../store/engine/clean.ts";
import type { Connection } from "../../store/engine/connection.ts";
import { acquireLock } from "../../store/engine/locks.ts";
import type { ExperimentChange } from "../../store/feature-rows.ts";

export type NewChange = Omit<ExperimentChange, "number" | "at">;

/** What people have changed in experiments. Rows are only added: an undo is one too. */
export function experimentChangesIn(connection: Connection, now: () => number) {
  const newest = connection.prepare((db, _: object) =>
    db.selectFrom("experimentChanges").select(({ fn }) => fn.max<number | null>("number").as("number")),
  );
  return {
    /** The number of the newest change; 0 before any. */
    newest: async (): Promise<number> => Number((await connection.query(newest({})))[0]?.number ?? 0),
    /** In the order in which they were made. */
    all: (): Promise<ExperimentChange[]> =>
      connection.read(async (db) => {
        const rows = await db.selectFrom("experimentChanges").selectAll().orderBy("number").execute();
        return rows.map((row) => ({ ...row, at: Number(row.at), since: Number(row.since) }));
      }),
    /**
     * Adds a change, unless another was made since.
     * @param seen the newest change that it was checked against
     * @returns false where there is a newer one, and nothing was added
     */
    add: (change: NewChange, seen: number): Promise<boolean> =>
      connection.write(async (trx) => {
        await acquireLock(trx, connection.kind, "experiments");
        const [last] = await trx
          .selectFrom("experimentChanges")
          .select(["number", "since"])
          .orderBy("number", "desc")
          .limit(1)
          .execute();
        if ((last?.number ?? 0) !== seen) return false;
        await trx
          .insertInto("experimentChanges")
          .values({
            ...change,
            number: seen + 1,
            at: now(),
            // A clock that is behind another one's must not put a change before those that it follows.
            since: Math.max(change.since, Number(last?.since ?? 0)),
            reason: clean(change.reason),
          })
          .execute();
        return true;
      }),
  };
}
