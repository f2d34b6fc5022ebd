import type { Connection } from "../engine/connection.ts";
import type { ConsoleSession } from "../rows.ts";

/** Sessions that have run out are as if they were not there. */
export interface ConsoleSessions {
  add(session: ConsoleSession): Promise<void>;
  /** @param kind a session unless given */
  find(idHash: string, kind?: ConsoleSession["kind"]): Promise<ConsoleSession | undefined>;
  /** Newest first. @param kind sessions unless given */
  list(kind?: ConsoleSession["kind"]): Promise<ConsoleSession[]>;
  /** Ends one, for every process at once. @returns what ended, if it was still valid: of two who ask, one has it */
  end(idHash: string, kind?: ConsoleSession["kind"]): Promise<ConsoleSession | undefined>;
  /** Ends all that a person has: sessions, and what would make one. */
  endOf(person: string): Promise<void>;
}

export function consoleSessionsIn(connection: Connection, now: () => number): ConsoleSessions {
  return {
    async add(session) {
      await connection.write(async (trx) => {
        await trx.deleteFrom("consoleSessions").where("expiresAt", "<=", now()).execute();
        await trx.insertInto("consoleSessions").values(session).execute();
      });
    },
    find: (idHash, kind = "session") =>
      connection.read((db) =>
        db
          .selectFrom("consoleSessions")
          .selectAll()
          .where("idHash", "=", idHash)
          .where("kind", "=", kind)
          .where("expiresAt", ">", now())
          .executeTakeFirst(),
      ),
    list: (kind = "session") =>
      connection.read((db) =>
        db
          .selectFrom("consoleSessions")
          .selectAll()
          .where("kind", "=", kind)
          .where("expiresAt", ">", now())
          .orderBy("beganAt", "desc")
          .execute(),
      ),
    async end(idHash, kind = "session") {
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
    async endOf(person) {
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
