import {
  ColumnNode,
  ColumnUpdateNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  PrimitiveValueListNode,
  type RootOperationNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from "kysely";
import type { Cipher } from "./cipher.ts";

/** The columns that hold personal data, by table; the others hold none (docs/privacy.md). */
export const sealedColumns: Record<string, readonly string[]> = {
  leads: ["record", "derived", "location"],
  visit_log: ["body"],
  outbox: ["payload"],
  consents: ["body"],
};

const names = new Set(Object.values(sealedColumns).flat());

/** Seals what is written to the columns with personal data and opens what is read from them, for every query alike. */
export function sealing(cipher: Cipher): KyselyPlugin {
  return {
    transformQuery: ({ node }) => sealedQuery(node, cipher),
    async transformResult({ result }) {
      for (const row of result.rows) {
        for (const name of names) {
          const stored = row[name];
          if (typeof stored === "string") row[name] = cipher.open(stored, name);
        }
      }
      return result;
    },
  };
}

function sealedQuery(node: RootOperationNode, cipher: Cipher): RootOperationNode {
  if (InsertQueryNode.is(node)) {
    const columns = columnsOf(node.into);
    const { values } = node;
    if (columns.length === 0 || !values || !ValuesNode.is(values)) return node;
    const given = (node.columns ?? []).map(({ column }) => column.name);
    const rows = values.values.map((row) => {
      const seal = (value: unknown, index: number) =>
        columns.includes(given[index]!) ? sealedValue(value, given[index]!, cipher) : value;
      return PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create(row.values.map(seal))
        : ValueListNode.create(row.values.map(seal) as OperationNode[]);
    });
    return { ...node, values: ValuesNode.create(rows) };
  }
  if (UpdateQueryNode.is(node)) {
    const columns = columnsOf(node.table);
    const updates = node.updates?.map((update) => {
      const name = ColumnNode.is(update.column) ? update.column.column.name : "";
      if (!columns.includes(name)) return update;
      return ColumnUpdateNode.create(update.column, sealedValue(update.value, name, cipher) as OperationNode);
    });
    return { ...node, updates };
  }
  return node;
}

function columnsOf(table: OperationNode | undefined): readonly string[] {
  if (!table || !TableNode.is(table)) return [];
  return sealedColumns[table.table.identifier.name] ?? [];
}

/** A value of its own or within a node; nothing but text is ever written to these columns. */
function sealedValue(value: unknown, column: string, cipher: Cipher): unknown {
  if (typeof value === "string") return cipher.seal(value, column);
  const node = value as OperationNode;
  if (ValueNode.is(node) && typeof node.value === "string") {
    return ValueNode.create(cipher.seal(node.value, column));
  }
  throw new Error(`${column} takes text only.`);
}
