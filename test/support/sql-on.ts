import { DatabaseSync } from "node:sqlite";
import { sqlitePath } from "../../services/store/engine/sqlite-file.ts";
import { rowsOf } from "./postgres.ts";

/** Runs one statement on either kind of store, past the program, on a connection of the test's own. */
export async function sqlOn<Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  if (!url.startsWith("file:")) return rowsOf<Row>(url, text);
  const database = new DatabaseSync(sqlitePath(url), { timeout: 5_000 });
  try {
    const statement = database.prepare(text);
    if (statement.columns().length > 0) return statement.all() as Row[];
    statement.run();
    return [];
  } finally {
    database.close();
  }
}
