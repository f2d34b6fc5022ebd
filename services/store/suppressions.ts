import { hashesOf } from "./address-hash.ts";
import { clean } from "./clean.ts";
import type { Connection } from "./connection.ts";
import { markOf } from "./hash-key.ts";
import type { Suppressions } from "./types.ts";

/** @param key from `hashKeyIn` */
export function suppressionsIn(connection: Connection, key: string, now: () => number): Suppressions {
  const find: Suppressions["find"] = async (reach) => {
    const hashes = hashesOf(key, reach);
    if (hashes.length === 0) return [];
    const rows = await connection.read((db) =>
      db
        .selectFrom("suppressions")
        .select(["kind", "reason", "created_at"])
        .where(
          "address_hash",
          "in",
          hashes.map(({ hash }) => hash),
        )
        .orderBy("kind")
        .execute(),
    );
    return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }));
  };
  return {
    find,
    has: async (reach) => (await find(reach)).length > 0,
    async add(reach, reason) {
      const rows = hashesOf(key, reach).map(({ kind, hash }) => ({
        kind,
        address_hash: hash,
        key_mark: markOf(key),
        reason: clean(reason),
        created_at: now(),
      }));
      if (rows.length === 0) return 0;
      return connection.write(async (trx) => {
        const known = await trx
          .selectFrom("suppressions")
          .select("kind")
          .where(
            "address_hash",
            "in",
            rows.map(({ address_hash }) => address_hash),
          )
          .execute();
        await trx
          .insertInto("suppressions")
          .values(rows)
          .onConflict((c) =>
            c
              .columns(["kind", "address_hash"])
              .doUpdateSet((eb) => ({ created_at: eb.ref("excluded.created_at") })),
          )
          .execute();
        return rows.length - known.length;
      });
    },
    async remove(reach) {
      const hashes = hashesOf(key, reach).map(({ hash }) => hash);
      if (hashes.length === 0) return 0;
      const result = await connection.write((trx) =>
        trx.deleteFrom("suppressions").where("address_hash", "in", hashes).executeTakeFirst(),
      );
      return Number(result.numDeletedRows);
    },
  };
}
