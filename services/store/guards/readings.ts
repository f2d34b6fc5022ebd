import { withoutNames } from "../../observe/telling.ts";
import { clean } from "../engine/clean.ts";
import type { Connection, Reader } from "../engine/connection.ts";
import { acquireLock } from "../engine/locks.ts";
import type { Deed, Reading } from "../rows.ts";

/** In UTF-16 units. */
const longest = 200;

/** Who read and did what; rows are only ever added. */
export function readingsIn(connection: Connection, now: () => number) {
  async function add(
    operator: string,
    command: string,
    leads: readonly string[],
    { about = "", reason = "" }: Deed = {},
  ): Promise<void> {
    const cut = (text: string) => clean(text.slice(0, longest));
    const said = { at: now(), operator, command, leads: leads.join(" "), about: cut(about) };
    await connection.write(async (trx) => {
      const why = reason === "" ? "" : cut(await withoutNamesOf(trx, leads, reason.slice(0, longest)));
      await trx
        .insertInto("readings")
        .values({ ...said, reason: why })
        .execute();
    });
  }
  return {
    add,
    /** Which leads somebody was shown, as far as it is not on record since then that they were. */
    async addUnseen(
      operator: string,
      command: string,
      leads: readonly string[],
      since: number,
    ): Promise<void> {
      const looks = await connection.read((db) =>
        db
          .selectFrom("readings")
          .select("leads")
          .where("at", ">=", since)
          .where("operator", "=", operator)
          .where("command", "=", command)
          .execute(),
      );
      const seen = new Set(looks.flatMap((look) => look.leads.split(" ")));
      const unseen = leads.filter((id) => !seen.has(id));
      if (unseen.length > 0) await add(operator, command, unseen);
    },
    /** The site's own actions, unless another process has written the same since then. */
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

/** How many leads of an action are listed; one about more names none of them. */
const mostLeads = 20;

/** A reason that a person gave, without the names and numbers of those whom it is about: it outlives their data. */
export async function withoutNamesOf(db: Reader, leads: readonly string[], reason: string): Promise<string> {
  if (leads.length === 0 || leads.length > mostLeads) return reason;
  const rows = await db.selectFrom("leads").select(["id", "record"]).where("id", "in", leads).execute();
  return rows.reduce((text, { record }) => withoutNames(text, JSON.parse(record)), reason);
}
