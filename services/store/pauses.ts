import type { Connection } from "./connection.ts";
import type { Pause } from "./rows.ts";

/** Paused destinations; no process claims a message for one (outbox-claims.ts). */
export interface Pauses {
  list(): Promise<Pause[]>;
  begin(destination: string, person: string): Promise<void>;
  end(destination: string): Promise<void>;
}

export function pausesIn(connection: Connection, now: () => number): Pauses {
  return {
    list: () => connection.read((db) => db.selectFrom("pauses").selectAll().orderBy("destination").execute()),
    async begin(destination, person) {
      const row = { destination, at: now(), person };
      await connection.write((trx) =>
        trx
          .insertInto("pauses")
          .values(row)
          .onConflict((c) => c.column("destination").doNothing())
          .execute(),
      );
    },
    async end(destination) {
      await connection.write((trx) =>
        trx.deleteFrom("pauses").where("destination", "=", destination).execute(),
      );
    },
  };
}
