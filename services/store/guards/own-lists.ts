import { type ContactPoints, hashesOf, knownHashesOf } from "../engine/address-hash.ts";
import type { Connection } from "../engine/connection.ts";
import { uuid7 } from "../engine/uuid7.ts";

/** Rows of one transaction: visitors' posts wait for no more. */
const atOnce = 500;

/**
 * The people whom each receiver does not want, by its own list. Addresses are kept as keyed hashes only.
 * @param key from `hashKeyIn`
 */
export function ownListsIn(connection: Connection, key: string, now: () => number) {
  return {
    /**
     * Makes a receiver's list these addresses and numbers. While it is being written the former list counts as well; one that
     * is cut off leaves both, and the next one puts that right.
     * @param keeps leaves the former list beside them
     * @returns how many addresses and numbers are on the list, and how many were taken off it
     */
    async replace(
      destination: string,
      reaches: readonly ContactPoints[],
      keeps = false,
    ): Promise<{ listed: number; removed: number }> {
      const hashes = new Set(reaches.flatMap((reach) => hashesOf(key, reach).map(({ hash }) => hash)));
      const each = { destination, import: uuid7(now()) };
      const rows = [...hashes].map((addressHash) => ({ ...each, addressHash }));
      for (let from = 0; from < rows.length; from += atOnce)
        await connection.write((trx) =>
          trx
            .insertInto("ownLists")
            .values(rows.slice(from, from + atOnce))
            .onConflict((c) => c.columns(["destination", "addressHash"]).doUpdateSet({ import: each.import }))
            .execute(),
        );
      if (keeps) return { listed: rows.length, removed: 0 };
      const { numDeletedRows } = await connection.write((trx) =>
        trx
          .deleteFrom("ownLists")
          .where("destination", "=", destination)
          .where("import", "!=", each.import)
          .executeTakeFirst(),
      );
      return { listed: rows.length, removed: Number(numDeletedRows) };
    },
    async has(destination: string, reach: ContactPoints): Promise<boolean> {
      const hashes = knownHashesOf(key, reach);
      if (hashes.length === 0) return false;
      const row = await connection.read((db) =>
        db
          .selectFrom("ownLists")
          .select("destination")
          .where("destination", "=", destination)
          .where("addressHash", "in", hashes)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
  };
}
