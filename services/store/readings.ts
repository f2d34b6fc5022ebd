import { clean } from "./clean.ts";
import type { Connection } from "./connection.ts";
import type { Deed, Reading } from "./rows.ts";

/** In UTF-16 units. */
const longest = 200;

/** Who read and did what; rows are only ever added. */
export interface Readings {
  add(operator: string, command: string, leads: readonly string[], deed?: Deed): Promise<void>;
  /** Oldest first. */
  list(): Promise<Reading[]>;
  /** Newest first. */
  newest(most: number): Promise<Reading[]>;
}

export function readingsIn(connection: Connection, now: () => number): Readings {
  return {
    async add(operator, command, leads, { about = "", reason = "" } = {}) {
      const [what, why] = [about, reason].map((text) => clean(text.slice(0, longest))) as [string, string];
      const row = { at: now(), operator, command, leads: leads.join(" "), about: what, reason: why };
      await connection.write((trx) => trx.insertInto("readings").values(row).execute());
    },
    list: () => connection.read((db) => db.selectFrom("readings").selectAll().orderBy("at").execute()),
    newest: (most) =>
      connection.read((db) =>
        db.selectFrom("readings").selectAll().orderBy("at", "desc").limit(most).execute(),
      ),
  };
}
