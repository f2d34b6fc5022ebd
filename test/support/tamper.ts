import Sqlite from "better-sqlite3";
import { Kysely, PostgresDialect, SqliteDialect, sql } from "kysely";
import pg from "pg";

/** Somebody with the database's password and no respect for the program. */
export async function tamper(url: string, statement: string): Promise<void> {
  const dialect = url.startsWith("file:")
    ? new SqliteDialect({ database: new Sqlite(url.slice("file:".length)) })
    : new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  const db = new Kysely<unknown>({ dialect });
  await sql.raw(statement).execute(db);
  await db.destroy();
}
