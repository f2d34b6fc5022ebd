import Sqlite from "better-sqlite3";
import { sqlitePath } from "../../services/store/sqlite-file.ts";
import { rowsOf } from "./postgres.ts";

/** Runs one statement on either kind of store, past the program, on a connection of the test's own. */
export async function sqlOn<Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  if (!url.startsWith("file:")) return rowsOf<Row>(url, text);
  const database = new Sqlite(sqlitePath(url), { timeout: 5_000 });
  try {
    const statement = database.prepare(text);
    if (statement.reader) return statement.all() as Row[];
    statement.run();
    return [];
  } finally {
    database.close();
  }
}
