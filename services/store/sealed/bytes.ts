import type { StatementSync } from "node:sqlite";
import { sealedTables } from "./places.ts";

/** A sealed text: what it begins with, the key's mark where it names one, and the rest in base64. */
const sealedText = /^~([23])\.([0-9a-f]{8}\.)?([\w-]+)$/;
const markBytes = 4;
/** Of either kind; a text in SQLite begins with neither. */
const begin = { marked: 2, own: 3 };

/**
 * What SQLite stores of a sealed text: its bytes, a quarter less. All else stays as it is. PostgreSQL's columns are of text.
 */
export function inBytes<Value>(value: Value): Value | Uint8Array {
  if (typeof value !== "string" || value.charCodeAt(0) !== 126) return value;
  const [, kind, mark, rest] = sealedText.exec(value) ?? [];
  if (!rest || (kind === "2") !== (mark !== undefined)) return value;
  const key = mark === undefined ? [begin.own] : [begin.marked, ...Buffer.from(mark.slice(0, -1), "hex")];
  const bytes = Buffer.concat([Buffer.from(key), Buffer.from(rest, "base64url")]);
  // Somebody may have typed what only looks like one.
  return inText(bytes) === value ? bytes : value;
}

/** The sealed text of which these bytes are stored; what is none stays as it is. */
export function inText(stored: unknown): unknown {
  if (!(stored instanceof Uint8Array)) return stored;
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  if (bytes[0] === begin.own) return `~3.${bytes.toString("base64url", 1)}`;
  const rest = 1 + markBytes;
  return `~2.${bytes.toString("hex", 1, rest)}.${bytes.toString("base64url", rest)}`;
}

/** Has a statement's rows, arrays or objects, say the texts; undefined where it reads no sealed column. */
export function textsIn(
  statement: StatementSync,
): ((row: unknown[] | Record<string, unknown>) => void) | undefined {
  const places = statement.columns().flatMap(({ table, column, name }, index) => {
    // What is worked out of a column has no name of its own.
    const mayBe = column === null || table === "store_keys" || sealedTables[table!]?.columns.includes(column);
    return mayBe ? [{ name, index }] : [];
  });
  if (places.length === 0) return undefined;
  return (row) => {
    for (const { name, index } of places) {
      if (Array.isArray(row)) row[index] = inText(row[index]);
      else row[name] = inText(row[name]);
    }
  };
}
