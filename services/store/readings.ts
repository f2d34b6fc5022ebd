import type { Connection } from "./connection.ts";

/** That somebody has read personal data: which command, of which leads. Nothing of the data itself. */
export type Reading = { at: number; operator: string; command: string; leads: string };

/** Who read what; rows are only ever added. */
export interface Readings {
  add(operator: string, command: string, leads: readonly string[]): Promise<void>;
  /** Oldest first. */
  list(): Promise<Reading[]>;
  /** Newest first. */
  newest(most: number): Promise<Reading[]>;
}

export function readingsIn(connection: Connection, now: () => number): Readings {
  return {
    async add(operator, command, leads) {
      const row = { at: now(), operator, command, leads: leads.join(" ") };
      await connection.write((trx) => trx.insertInto("readings").values(row).execute());
    },
    list: () => connection.read((db) => db.selectFrom("readings").selectAll().orderBy("at").execute()),
    newest: (most) =>
      connection.read((db) =>
        db.selectFrom("readings").selectAll().orderBy("at", "desc").limit(most).execute(),
      ),
  };
}
