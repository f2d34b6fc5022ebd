import { keyedHash } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";

/** Paid services' verdicts on an address or a number, for a day at most; they do not reveal whom they are about. */
export type Verdicts = ReturnType<typeof verdictsIn>;

/** How the subject of a verdict is kept. */
export function verdictHash(key: string, service: string, about: string): string {
  return keyedHash(key, JSON.stringify(["verdict", service, about]));
}

/** @param key from `hashKeyIn` */
export function verdictsIn(connection: Connection, key: string, now: () => number) {
  return {
    /** @returns a verdict that is recent enough, as stored */
    async find(service: string, about: string, longestMs: number): Promise<unknown> {
      const row = await connection.read((db) =>
        db
          .selectFrom("verdicts")
          .select("said")
          .where("subjectHash", "=", verdictHash(key, service, about))
          .where("at", ">", now() - longestMs)
          .executeTakeFirst(),
      );
      return row && JSON.parse(row.said);
    },
    async keep(service: string, about: string, said: unknown): Promise<void> {
      const given = { said: JSON.stringify(said), at: now() };
      await connection.write((trx) =>
        trx
          .insertInto("verdicts")
          .values({ subjectHash: verdictHash(key, service, about), ...given })
          .onConflict((c) => c.column("subjectHash").doUpdateSet(given))
          .execute(),
      );
    },
  };
}
