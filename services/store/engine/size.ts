import { sql } from "kysely";
import type { Connection } from "./connection.ts";

/** Bytes that the database takes up on its disk, without SQLite's log or PostgreSQL's. */
export function sizeOf(connection: Connection): () => Promise<number> {
  const query =
    connection.kind === "sqlite"
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  return async () => {
    const { rows } = await connection.look((db) => query.execute(db));
    return Number(rows[0]!.bytes);
  };
}
