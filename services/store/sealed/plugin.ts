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
import { Given } from "../statements.ts";
import type { Cipher } from "./cipher.ts";

/** The columns that hold personal data, by table; the others hold none (docs/privacy.md). */
export const sealedColumns: Record<string, readonly string[]> = {
  leads: ["record", "derived", "location"],
  visit_log: ["body"],
  outbox: ["payload"],
  consents: ["body"],
  consent_chain: ["body"],
  lead_notes: ["remark"],
};

const names = new Set(Object.values(sealedColumns).flat());

/** The same for statements that are compiled once, whose values the plugin does not see. */
export type Sealing = KyselyPlugin & {
  /** A value, or each of several, that is given by the name of a column with personal data; others as they are. */
  sealed(value: unknown, name: string): unknown;
  open(row: Record<string, unknown>): void;
};

/** Seals what is written to the columns with personal data and opens what is read from them, for every query alike. */
export function sealing(cipher: Cipher): Sealing {
  const open = (row: Record<string, unknown>) => {
    for (const name of names) {
      const stored = row[name];
      if (typeof stored === "string") row[name] = cipher.open(stored, name);
    }
  };
  return {
    transformQuery: ({ node }) => sealedQuery(node, cipher),
    async transformResult({ result }) {
      for (const row of result.rows) open(row);
      return result;
    },
    sealed(value, name) {
      if (!names.has(name)) return value;
      if (Array.isArray(value)) return value.map((text) => cipher.seal(text, name));
      return cipher.seal(value as string, name);
    },
    open,
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
  if (value instanceof Given && value.name === column) return value;
  const node = value as OperationNode;
  if (ValueNode.is(node)) return ValueNode.create(sealedValue(node.value, column, cipher));
  throw new Error(`${column} takes text only.`);
}
