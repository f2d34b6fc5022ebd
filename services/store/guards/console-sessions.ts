import type { Connection } from "../engine/connection.ts";
import type { ConsoleSession } from "../rows.ts";

/** Sessions that have run out are as if they were not there. */
export function consoleSessionsIn(connection: Connection, now: () => number) {
  return {
    async add(session: ConsoleSession): Promise<void> {
      await connection.write(async (trx) => {
        await trx.deleteFrom("consoleSessions").where("expiresAt", "<=", now()).execute();
        await trx.insertInto("consoleSessions").values(session).execute();
      });
    },
    /** @param kind a session unless given */
    find: (idHash: string, kind: ConsoleSession["kind"] = "session"): Promise<ConsoleSession | undefined> =>
      connection.read((db) =>
        db
          .selectFrom("consoleSessions")
          .selectAll()
          .where("idHash", "=", idHash)
          .where("kind", "=", kind)
          .where("expiresAt", ">", now())
          .executeTakeFirst(),
      ),
    /** Newest first. @param kind sessions unless given */
    list: (kind: ConsoleSession["kind"] = "session"): Promise<ConsoleSession[]> =>
      connection.read((db) =>
        db
          .selectFrom("consoleSessions")
          .selectAll()
          .where("kind", "=", kind)
          .where("expiresAt", ">", now())
          .orderBy("beganAt", "desc")
          .execute(),
      ),
    /** Ends one, for every process at once. @returns what ended, if it was still valid: of two who ask, one has it */
    async end(idHash: string, kind: ConsoleSession["kind"] = "session"): Promise<ConsoleSession | undefined> {
      const ended = await connection.write((trx) =>
        trx
          .deleteFrom("consoleSessions")
          .where("idHash", "=", idHash)
          .where("kind", "=", kind)
          .returningAll()
          .executeTakeFirst(),
      );
      return ended && ended.expiresAt > now() ? ended : undefined;
    },
    /** Ends all that a person has: sessions, and what would make one. */
    async endOf(person: string): Promise<void> {
      await connection.write((trx) =>
        trx
          .deleteFrom("consoleSessions")
          .where("person", "=", person)
          .where("kind", "in", ["session", "renewal"])
          .execute(),
      );
    },
  };
}
