import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  CastNode,
  ColumnNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  type QueryId,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from "kysely";
import { Given, property } from "../engine/statements.ts";
import type { Cipher } from "./cipher.ts";
import { saysNothing, sealedTables } from "./places.ts";

/** The columns' names in the database. */
const names = [...new Set(Object.values(sealedTables).flatMap(({ columns }) => columns))];
/** Their names in rows and in what is given to a statement. */
const properties = new Set(names.map(property));

type Row = Record<string, unknown>;

/** The same for statements that are compiled once, whose values the plugin does not see. */
export type Sealing = KyselyPlugin & {
  /** A value of one execution, or each of several, sealed for its own row where its column holds personal data. */
  sealed(given: Given, values: Row): unknown;
  /** What opens the rows of a query. */
  opener(query: OperationNode): (row: Row) => void;
};

/** Seals what is written to the columns with personal data and opens what is read from them, for every query alike. */
export function sealing(cipher: Cipher): Sealing {
  const sealer = new Sealer(cipher);
  const queries = new WeakMap<QueryId, OperationNode>();
  const opener = (query: OperationNode) => {
    const homes = homesIn(query);
    return (row: Row) => {
      for (const name of names) {
        const key = property(name);
        const stored = row[key];
        if (typeof stored === "string") row[key] = cipher.open(stored, placeOf(row, name, homes.get(name)));
      }
    };
  };
  return {
    transformQuery({ node, queryId }) {
      queries.set(queryId, node);
      return sealer.transformNode(node, queryId) as RootOperationNode;
    },
    async transformResult({ result, queryId }) {
      if (result.rows.length > 0) result.rows.forEach(opener(queries.get(queryId)!));
      return result;
    },
    sealed({ name, place }, values) {
      const value = values[name];
      if (!place) {
        if (properties.has(name)) throw new Error(`Of which row ${name} is does not show.`);
        return value;
      }
      const at = (index: number) =>
        place.row.map((part) => {
          const id = part instanceof Given ? values[part.name] : part;
          return (Array.isArray(id) ? id[index] : id) as string | number;
        });
      const seal = (text: string | null, index: number) =>
        text === null ? null : cipher.seal(text, { ...place, row: at(index) });
      return Array.isArray(value) ? value.map(seal) : seal(value as string | null, 0);
    },
    opener,
  };
}

/** By column the table it is read from; undefined where several of the query have it. */
function homesIn(query: OperationNode): Map<string, string | undefined> {
  const tables = new TableFinder();
  tables.transformNode(query);
  const homes = new Map<string, string | undefined>();
  for (const table of tables.found)
    for (const column of sealedTables[table]!.columns)
      homes.set(column, homes.has(column) ? undefined : table);
  return homes;
}

/** @throws when the query does not read what names its rows: their texts are bound to it */
function placeOf(row: Row, column: string, table: string | undefined) {
  if (table === undefined) throw new Error(`A query reads ${column} of no table, or of several.`);
  const ids = sealedTables[table]!.row.map((name) => {
    const id = row[property(name)];
    if (typeof id === "string" || typeof id === "number") return id;
    throw new Error(`A query reads ${table}.${column} without ${name}.`);
  });
  return { table, column, row: ids };
}

class TableFinder extends OperationNodeTransformer {
  readonly found = new Set<string>();
  protected override transformTable(node: TableNode): TableNode {
    const { name } = node.table.identifier;
    if (name in sealedTables) this.found.add(name);
    return node;
  }
}

/** Seals what a query writes, also the queries within it. */
class Sealer extends OperationNodeTransformer {
  readonly #cipher: Cipher;
  constructor(cipher: Cipher) {
    super();
    this.#cipher = cipher;
  }

  protected override transformInsertQuery(before: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const node = super.transformInsertQuery(before, queryId);
    const { values } = node;
    const table = tableOf(node.into);
    if (!table || !values) return node;
    const given = (node.columns ?? []).map(({ column }) => column.name);
    const { columns, row: keys } = sealedTables[table]!;
    if (SelectQueryNode.is(values)) {
      const all = values.selections ?? [];
      const ids = keys.map((key) => valueIn(all[given.indexOf(key)]));
      const selections = all.map((each, index) => {
        const value = valueIn(each);
        // Lists of values say themselves where they go (`placed`).
        if (value === undefined || !columns.includes(given[index]!)) return each;
        return withValue(each, this.#sealed(value, table, given[index]!, ids)) as SelectionNode;
      });
      const selected: SelectQueryNode = { ...values, selections };
      return { ...node, values: selected };
    }
    if (!ValuesNode.is(values)) return node;
    const rows = values.values.map((row) => {
      const isPlain = PrimitiveValueListNode.is(row);
      const all: readonly unknown[] = isPlain ? row.values : row.values.map(valueIn);
      const ids = keys.map((key) => all[given.indexOf(key)]);
      const sealed = all.map((value, index) =>
        columns.includes(given[index]!) ? this.#sealed(value, table, given[index]!, ids) : value,
      );
      if (isPlain) return PrimitiveValueListNode.create(sealed);
      return ValueListNode.create(
        row.values.map((old, index) => (ValueNode.is(old) ? { ...old, value: sealed[index] } : old)),
      );
    });
    return { ...node, values: ValuesNode.create(rows) };
  }

  protected override transformUpdateQuery(before: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const node = super.transformUpdateQuery(before, queryId);
    const table = tableOf(node.table);
    if (!table) return node;
    const { columns, row: keys, replaced = [] } = sealedTables[table]!;
    const updates = node.updates?.map((update) => {
      const { column, value } = update;
      const name = ColumnNode.is(column) ? column.column.name : "";
      const text = valueIn(value);
      if (!columns.includes(name) || (typeof text === "string" && saysNothing(text))) return update;
      // What is written is written once, with its row; from then on it can only be blanked.
      if (!replaced.includes(name)) throw new Error(`${name} takes no other text once it is stored.`);
      const named = equalled(node.where);
      const ids = keys.map((key) => named.get(key));
      return { ...update, value: withValue(value, this.#sealed(text, table, name, ids)) };
    });
    return { ...node, updates };
  }

  #sealed(value: unknown, table: string, column: string, row: readonly unknown[]): unknown {
    const place = { table, column, row: row as (string | number)[] };
    if (value === null) return value;
    if (value instanceof Given && !row.includes(undefined)) return new Given(value.name, place);
    const isWhole = row.every((id) => typeof id === "string" || typeof id === "number");
    if (typeof value === "string" && isWhole) return this.#cipher.seal(value, place);
    throw new Error(`${column} takes text only, in a row that says which it is.`);
  }
}

/** A table with personal data. */
function tableOf(node: OperationNode | undefined): string | undefined {
  const name = node && TableNode.is(node) ? node.table.identifier.name : "";
  return name in sealedTables ? name : undefined;
}

/** What a node says of another one, which it names or gives a type to. */
function within(node: OperationNode): { key: string; inner: OperationNode } | undefined {
  if (SelectionNode.is(node)) return { key: "selection", inner: node.selection };
  if (AliasNode.is(node)) return { key: "node", inner: node.node };
  if (CastNode.is(node)) return { key: "expression", inner: node.expression };
  return undefined;
}

/** What a node gives; undefined where the database is to find it. */
function valueIn(node: OperationNode | undefined): unknown {
  if (!node) return undefined;
  const found = within(node);
  if (found) return valueIn(found.inner);
  return ValueNode.is(node) ? node.value : undefined;
}

/** The same node with another value. */
function withValue(node: OperationNode, value: unknown): OperationNode {
  const found = within(node);
  if (found) return { ...node, [found.key]: withValue(found.inner, value) } as OperationNode;
  return { ...node, value } as OperationNode;
}

/** The values by the names of the columns that have to equal them. */
function equalled(node: OperationNode | undefined, found = new Map<string, unknown>()): Map<string, unknown> {
  if (!node) return found;
  if (WhereNode.is(node)) return equalled(node.where, found);
  if (AndNode.is(node)) return equalled(node.left, equalled(node.right, found));
  if (!BinaryOperationNode.is(node) || !OperatorNode.is(node.operator)) return found;
  const { leftOperand: left, operator } = node;
  if (operator.operator === "=" && ReferenceNode.is(left) && ColumnNode.is(left.column))
    found.set(left.column.column.name, valueIn(node.rightOperand));
  return found;
}
