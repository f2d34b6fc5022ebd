import { clean } from "./clean.ts";
import type { Connection } from "./connection.ts";

/** What was done besides reading leads: to what, and why if that was said. Nothing of a person's data. */
export type Deed = { about?: string; reason?: string };

/** That somebody has read personal data or has changed something: who, by which command or press, and about what. */
export type Reading = { at: number; operator: string; command: string; leads: string } & Required<Deed>;

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
