import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  CastNode,
  ColumnNode,
  IdentifierNode,
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
import { inBytes } from "./bytes.ts";
import type { Cipher } from "./cipher.ts";
import { isPackable, packed, unpacked } from "./packing.ts";
import { saysNothing, sealedTables } from "./places.ts";
import { childrenOf, mentionsSealed, readsOf } from "./reads.ts";

/** The names of sealed columns in rows and in what is given to a statement. */
const properties = new Set(Object.values(sealedTables).flatMap(({ columns }) => columns.map(property)));

type Row = Record<string, unknown>;

/** The same for statements that are compiled once, whose values the plugin does not see. */
export type Sealing = KyselyPlugin & {
  /** A value of one execution, or each of several, sealed for its own row where its column holds personal data. */
  sealed(given: Given, values: Row): unknown;
  /** What opens the rows of a query; undefined where nothing in them is sealed. */
  opener(query: OperationNode): ((row: Row) => void) | undefined;
  /** Has what is written from now on stored packed, as soon as it is so. What is packed is read in any case. */
  packOnce(isSo: () => boolean): void;
  /** What SQLite is given for a value: of what is sealed its bytes, as soon as `bytesOnce` says so. */
  stored(value: unknown): unknown;
  bytesOnce(isSo: () => boolean): void;
};

/**
 * Seals what is written to the columns with personal data and opens what is read from them, for every query alike. A query
 * that does not say which rows they are of is refused when it is compiled, in an unsealed store too.
 * @param by `unsealed`: all is stored as it is; `closed`: what asks has no keys, and is let read none of these columns
 */
export function sealing(by: Cipher | "unsealed" | "closed"): Sealing {
  const inner = typeof by === "string" ? unsealed : by;
  let packs = () => false;
  let storesBytes = () => false;
  const cipher: typeof unsealed = {
    seal: (text, place) => inner.seal(isPackable(place) && packs() ? packed(text) : text, place),
    open(stored, place) {
      const text = inner.open(stored, place);
      return isPackable(place) ? unpacked(text) : text;
    },
  };
  const sealer = new Sealer(cipher);
  const openers = new WeakMap<QueryId, (row: Row) => void>();
  const opener = (query: OperationNode) => {
    const reads = readsOf(query).map(({ table, column, row }) => {
      if (by === "closed") throw new Error(`${table}.${column} is read without the keys of the store.`);
      return { table, column, key: property(column), ids: row.map(property) };
    });
    if (reads.length === 0) return undefined;
    return (row: Row) => {
      for (const { table, column, key, ids } of reads) {
        const stored = row[key];
        if (typeof stored === "string")
          row[key] = cipher.open(stored, { table, column, row: ids.map((id) => row[id] as string | number) });
      }
    };
  };
  return {
    transformQuery({ node, queryId }) {
      if (!mentionsSealed(node)) return node;
      const open = opener(node);
      if (open) openers.set(queryId, open);
      return sealer.transformNode(node, queryId) as RootOperationNode;
    },
    async transformResult({ result, queryId }) {
      const open = openers.get(queryId);
      if (open) result.rows.forEach(open);
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
    packOnce(isSo) {
      packs = isSo;
    },
    stored: (value) => (typeof value === "string" && storesBytes() ? inBytes(value) : value),
    bytesOnce(isSo) {
      storesBytes = isSo;
    },
  };
}

const unsealed: Pick<Cipher, "seal" | "open"> = { seal: (text) => text, open: (stored) => stored };

/** Seals what a query writes, also the queries within it. */
class Sealer extends OperationNodeTransformer {
  readonly #cipher: Pick<Cipher, "seal">;
  constructor(cipher: Pick<Cipher, "seal">) {
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
    for (const { column, value } of node.onConflict?.updates ?? [])
      if (ColumnNode.is(column) && columns.includes(column.column.name) && !isBlank(valueIn(value)))
        throw new Error(`${column.column.name} takes no other text once it is stored.`);
    if (SelectQueryNode.is(values)) {
      const all = values.selections ?? [];
      const ids = keys.map((key) => valueIn(all[given.indexOf(key)]));
      const selections = all.map((each, index) => {
        const column = given[index];
        if (column === undefined)
          throw new Error(`What is put into ${table} is put into columns with names.`);
        if (!columns.includes(column)) return each;
        const value = valueIn(each);
        if (value !== undefined)
          return withValue(each, this.#sealed(value, table, column, ids)) as SelectionNode;
        if (!isPlaced(values, table, column))
          throw new Error(`${column} takes text only, of which the row shows.`);
        return each;
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
      if (keys.includes(name)) throw new Error(`${name} stays: what is sealed in ${table} is bound to it.`);
      if (!columns.includes(name) || isBlank(text)) return update;
      // What is written is written once, with its row; from then on it can only be blanked.
      if (!replaced.includes(name)) throw new Error(`${name} takes no other text once it is stored.`);
      const named = equalled(node.where, nameOf(node.table!));
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
  const table = node && AliasNode.is(node) ? node.node : node;
  const name = table && TableNode.is(table) ? table.table.identifier.name : "";
  return name in sealedTables ? name : undefined;
}

/** What its query calls a table. */
function nameOf(node: OperationNode): string | undefined {
  if (AliasNode.is(node) && IdentifierNode.is(node.alias)) return node.alias.name;
  return TableNode.is(node) ? node.table.identifier.name : undefined;
}

const isBlank = (text: unknown) => typeof text === "string" && saysNothing(text);

/** Whether a list of values, of which the query makes rows, says itself that it goes there (`placed`). */
function isPlaced(node: OperationNode, table: string, column: string): boolean {
  if (!ValueNode.is(node)) return childrenOf(node).some((each) => isPlaced(each, table, column));
  const place = node.value instanceof Given ? node.value.place : undefined;
  return place?.table === table && place.column === column;
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

/** The values by the names of the table's columns that have to equal them. */
function equalled(
  node: OperationNode | undefined,
  table: string | undefined,
  found = new Map<string, unknown>(),
): Map<string, unknown> {
  if (!node) return found;
  if (WhereNode.is(node)) return equalled(node.where, table, found);
  if (AndNode.is(node)) return equalled(node.left, table, equalled(node.right, table, found));
  if (!BinaryOperationNode.is(node) || !OperatorNode.is(node.operator)) return found;
  const { leftOperand: left, operator } = node;
  if (operator.operator !== "=" || !ReferenceNode.is(left) || !ColumnNode.is(left.column)) return found;
  if (left.table === undefined || left.table.table.identifier.name === table)
    found.set(left.column.column.name, valueIn(node.rightOperand));
  return found;
}
