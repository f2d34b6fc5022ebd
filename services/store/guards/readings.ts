import { clean } from "../engine/clean.ts";
import type { Connection } from "../engine/connection.ts";
import { acquireLock } from "../engine/locks.ts";
import type { Deed, Reading } from "../rows.ts";

/** In UTF-16 units. */
const longest = 200;

/** Who read and did what; rows are only ever added. */
export function readingsIn(connection: Connection, now: () => number) {
  return {
    async add(
      operator: string,
      command: string,
      leads: readonly string[],
      { about = "", reason = "" }: Deed = {},
    ): Promise<void> {
      const [what, why] = [about, reason].map((text) => clean(text.slice(0, longest))) as [string, string];
      const row = { at: now(), operator, command, leads: leads.join(" "), about: what, reason: why };
      await connection.write((trx) => trx.insertInto("readings").values(row).execute());
    },
    /** What the site itself has done, unless another process has written the same since then. */
    addOnce: (
      operator: string,
      command: string,
      { about, reason }: Required<Deed>,
      since: number,
    ): Promise<void> =>
      connection.write(async (trx) => {
        await acquireLock(trx, connection.kind, "analysts-words");
        const found = await trx
          .selectFrom("readings")
          .select("at")
          .where("operator", "=", operator)
          .where("command", "=", command)
          .where("about", "=", about)
          .where("reason", "=", reason)
          .where("at", ">=", since)
          .executeTakeFirst();
        if (found) return;
        await trx
          .insertInto("readings")
          .values({ at: now(), operator, command, leads: "", about, reason })
          .execute();
      }),
    /** Oldest first. */
    list: (): Promise<Reading[]> =>
      connection.read((db) => db.selectFrom("readings").selectAll().orderBy("at").execute()),
    /** Newest first. */
    newest: (most: number): Promise<Reading[]> =>
      connection.read((db) =>
        db.selectFrom("readings").selectAll().orderBy("at", "desc").limit(most).execute(),
      ),
  };
}
