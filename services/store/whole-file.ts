import { DatabaseSync } from "node:sqlite";
import { pragma } from "./sqlite-file.ts";

/** @throws when the file is no SQLite database, or a damaged one */
export function demandWhole(path: string): void {
  try {
    const copy = new DatabaseSync(path, { readOnly: true });
    try {
      const verdict = pragma(copy, "integrity_check");
      if (verdict !== "ok") throw new Error(String(verdict));
    } finally {
      copy.close();
    }
  } catch (error) {
    const [said] = (error as Error).message.split("\n");
    throw new Error(`${path} is not a whole backup: ${said}.`);
  }
}
