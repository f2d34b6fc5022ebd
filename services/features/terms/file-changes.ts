import { dayMs } from "../../calendar/days.ts";
import { clean } from "../../store/engine/clean.ts";
import type { Connection } from "../../store/engine/connection.ts";
import { acquireLock } from "../../store/engine/locks.ts";
import type { FileChange } from "../../store/feature-rows.ts";

export type NewFileChange = Omit<FileChange, "number" | "at">;
/** A process of the site, the digest of the receivers that it runs with, and when it last said so. */
export type RunningProcess = { process: string; digest: string; at: number };

/** What people have changed in claimpath.yaml. Rows are only added: an undo is one too. */
export function fileChangesIn(connection: Connection, now: () => number) {
  const newest = connection.prepare((db, _: object) =>
    db.selectFrom("fileChanges").select("after").orderBy("number", "desc").limit(1),
  );
  return {
    /** The digest of the file as the newest change left it. */
    newestFile: async (): Promise<string | undefined> => (await connection.query(newest({})))[0]?.after,
    /** The newest first. */
    fileHistory: (most: number): Promise<FileChange[]> =>
      connection.read(async (db) => {
        const rows = await db
          .selectFrom("fileChanges")
          .selectAll()
          .orderBy("number", "desc")
          .limit(most)
          .execute();
        return rows.map((row) => ({ ...row, at: Number(row.at) }));
      }),
    /**
     * Notes a change and has it made, one at a time over all processes: what is not written is not noted.
     * @param write puts the file in its place, and does nothing where it is there already
     */
    changeFile: (change: NewFileChange, write: () => void): Promise<void> =>
      connection.write(async (trx) => {
        await acquireLock(trx, connection.kind, "file");
        const last = await trx
          .selectFrom("fileChanges")
          .select("number")
          .orderBy("number", "desc")
          .limit(1)
          .executeTakeFirst();
        const row = { ...change, what: clean(change.what) };
        await trx
          .insertInto("fileChanges")
          .values({ ...row, number: (last?.number ?? 0) + 1, at: now() })
          .execute();
        write();
      }),
    /** Says with which receivers a process runs, and forgets those that have said nothing for a day. */
    runsWith: (process: string, digest: string): Promise<void> =>
      connection.write(async (trx) => {
        const row = { process, digest, at: now() };
        await trx
          .deleteFrom("runningReceivers")
          .where("at", "<", row.at - dayMs)
          .execute();
        await trx
          .insertInto("runningReceivers")
          .values(row)
          .onConflict((conflict) => conflict.column("process").doUpdateSet(row))
          .execute();
      }),
    /** The processes that have said so since then. */
    running: (since: number): Promise<RunningProcess[]> =>
      connection.read(async (db) => {
        const rows = await db
          .selectFrom("runningReceivers")
          .selectAll()
          .where("at", ">=", since)
          .orderBy("process")
          .execute();
        return rows.map((row) => ({ ...row, at: Number(row.at) }));
      }),
  };
}
