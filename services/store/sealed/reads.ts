import {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  ListNode,
  MergeQueryNode,
  type OperationNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  SelectAllNode,
  type SelectionNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueNode,
  type WithNode,
} from "kysely";
import { saysNothing, sealedTables } from "./places.ts";

/** A sealed column of a query's rows; each of them has it, and what names its row, under the columns' own names. */
export type SealedRead = { table: string; column: string; row: readonly string[] };

/** The origin of a query's column: its table and name. */
type Source = { of: Relation; table: string; column: string };

/** A table of a query, or a query within it, as that sees it. */
type Relation = {
  /** Sealed columns and what names their rows; undefined for what is of no sealed table. */
  columns: Map<string, Source | undefined>;
  /** Tables whose further columns it may have too. */
  open: Set<Relation>;
};

type Scope = {
  relations: Map<string, Relation>;
  /** Queries that go before, by the names that they are given. */
  named: ReadonlyMap<string, Relation>;
  outer?: Scope;
};

/**
 * Finds which sealed columns a query reads. It is judged by its form alone, before it runs, so that a query that could
 * not open its results fails everywhere, on an empty table and in a store without keys too.
 * @throws an Error in plain words when a sealed column comes without its row's key in the same table, under another
 * name, out of a union, or is computed or compared with: sealed texts are bound to their rows, and are never the same
 * twice
 */
export function readsOf(query: OperationNode): readonly SealedRead[] {
  if (!mentionsSealed(query)) return [];
  if (MergeQueryNode.is(query)) throw new Error("A merge does not show what it reads of which row.");
  const { columns, open } = rowsOf(query, { relations: new Map(), named: new Map() });
  return [...columns].flatMap(([name, source]) => {
    if (!isSealed(source)) return [];
    const { table, column, of } = source;
    const { row } = sealedTables[table]!;
    if (name !== column) throw refused(source, `under another name, ${name}`);
    for (const key of row) {
      const found = columns.get(key);
      if (found?.of !== of || found.column !== key) throw refused(source, `without ${key} of its own row`);
    }
    if ([...open].some((each) => each !== of))
      throw refused(source, "beside all columns of another table, which may have the same names");
    return [{ table, column, row }];
  });
}

function refused({ table, column }: Pick<Source, "table" | "column">, how: string): Error {
  return new Error(`A query reads ${table}.${column} ${how}.`);
}

const isSealed = (source: Source | undefined): source is Source =>
  source !== undefined && sealedTables[source.table]!.columns.includes(source.column);

/** Whether a query names a sealed table anywhere; the others need no more of our time. */
export function mentionsSealed(node: OperationNode): boolean {
  if (TableNode.is(node)) return node.table.identifier.name in sealedTables;
  if (
    RawNode.is(node) &&
    node.sqlFragments.some((text) => wordsIn(text).some((word) => word in sealedTables))
  )
    return true;
  return childrenOf(node).some(mentionsSealed);
}

/** The names in a piece of SQL, and all else that is a word. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/\w+/g) ?? [];

/** The parts of a query's part. */
export function childrenOf(node: OperationNode): OperationNode[] {
  const found: OperationNode[] = [];
  // The contents of a value are no part of the query.
  if (ValueNode.is(node) || IdentifierNode.is(node)) return found;
  for (const each of Object.values(node))
    if (Array.isArray(each)) found.push(...each.filter(isNode));
    else if (isNode(each)) found.push(each);
  return found;
}

const isNode = (each: unknown): each is OperationNode =>
  typeof each === "object" && each !== null && typeof (each as OperationNode).kind === "string";

/** The rows of a query, and of nothing else those that it changes. */
function rowsOf(node: OperationNode, outer: Scope): Relation {
  if (ParensNode.is(node)) return rowsOf(node.node, outer);
  if (SelectQueryNode.is(node)) {
    const { from, joins = [], selections = [], with: before, setOperations = [], ...rest } = node;
    const scope = scopeOf([...(from?.froms ?? []), ...joins.map(({ table }) => table)], before, outer);
    for (const each of [...joins.flatMap(({ on }) => on ?? []), ...childrenOf(rest)]) judge(each, scope);
    const rows = selected(selections, scope);
    // Which of its queries a row of a union is from does not show.
    const all = setOperations.length > 0 ? [rows] : [];
    for (const { expression } of setOperations)
      all.push(rowsOf(expression, { ...scope, relations: new Map() }));
    for (const each of all) refuseSealed(each, "in a union");
    return rows;
  }
  if (InsertQueryNode.is(node)) {
    const { into, columns, values, with: before, onConflict, returning, ...rest } = node;
    const scope = scopeOf(into ? [into] : [], before, outer);
    const row = into && scope.relations.get(into.table.identifier.name);
    const inserted = { ...scope, relations: new Map(row ? [["excluded", row] as const] : []), outer: scope };
    for (const { value } of onConflict?.updates ?? []) judge(value, inserted);
    for (const where of [onConflict?.indexWhere, onConflict?.updateWhere]) if (where) judge(where, inserted);
    if (values) judge(values, { ...scope, relations: new Map() });
    for (const each of childrenOf(rest)) judge(each, scope);
    return selected(returning?.selections ?? [], scope);
  }
  if (UpdateQueryNode.is(node)) {
    const { table, from, joins = [], updates = [], with: before, returning, ...rest } = node;
    const tables = [...(table ? [table] : []), ...(from?.froms ?? []), ...joins.map((join) => join.table)];
    const scope = scopeOf(tables, before, outer);
    for (const { value } of updates) judge(value, scope);
    for (const each of [...joins.flatMap(({ on }) => on ?? []), ...childrenOf(rest)]) judge(each, scope);
    return selected(returning?.selections ?? [], scope);
  }
  if (DeleteQueryNode.is(node)) {
    const { from, using, joins = [], with: before, returning, ...rest } = node;
    const tables = [...from.froms, ...(using?.tables ?? []), ...joins.map((join) => join.table)];
    const scope = scopeOf(tables, before, outer);
    for (const each of [...joins.flatMap(({ on }) => on ?? []), ...childrenOf(rest)]) judge(each, scope);
    return selected(returning?.selections ?? [], scope);
  }
  judge(node, outer);
  return unknown();
}

/** A relation that may have any columns. */
function unknown(): Relation {
  const relation: Relation = { columns: new Map(), open: new Set() };
  relation.open.add(relation);
  return relation;
}

/** @param tables of the query, with their other names */
function scopeOf(tables: readonly OperationNode[], before: WithNode | undefined, outer: Scope): Scope {
  const named = new Map(outer.named);
  for (const { name, expression } of before?.expressions ?? [])
    named.set(name.table.table.identifier.name, rowsOf(expression, { relations: new Map(), named }));
  const scope: Scope = { relations: new Map(), named, outer };
  for (const table of tables.flatMap((each) => (ListNode.is(each) ? each.items : [each]))) {
    const [node, alias] = AliasNode.is(table) ? [table.node, table.alias] : [table, undefined];
    const own = TableNode.is(node) ? node.table.identifier.name : "";
    const name = alias && IdentifierNode.is(alias) ? alias.name : own;
    scope.relations.set(name || `(${scope.relations.size})`, relationOf(node, scope));
  }
  return scope;
}

function relationOf(node: OperationNode, scope: Scope): Relation {
  if (!TableNode.is(node)) return rowsOf(node, { ...scope, relations: new Map() });
  const { name } = node.table.identifier;
  const known = scope.named.get(name);
  if (known) return known;
  const relation = unknown();
  const { columns, row } = sealedTables[name] ?? { columns: [], row: [] };
  for (const column of [...columns, ...row])
    relation.columns.set(column, { of: relation, table: name, column });
  return relation;
}

function selected(selections: readonly SelectionNode[], scope: Scope): Relation {
  const rows: Relation = { columns: new Map(), open: new Set() };
  const add = (name: string, source: Source | undefined) => {
    const known = rows.columns.get(name);
    for (const each of rows.columns.has(name) && known !== source ? [known, source] : [])
      if (isSealed(each)) throw refused(each, "beside another column of this name");
    rows.columns.set(name, known !== source && rows.columns.has(name) ? undefined : source);
  };
  const addAll = (relation: Relation | undefined) => {
    for (const [name, source] of relation?.columns ?? []) add(name, source);
    for (const each of relation?.open ?? []) rows.open.add(each);
  };
  for (const { selection } of selections) {
    const [node, alias] = AliasNode.is(selection)
      ? [selection.node, selection.alias]
      : [selection, undefined];
    if (SelectAllNode.is(node)) for (const each of scope.relations.values()) addAll(each);
    else if (ReferenceNode.is(node) && SelectAllNode.is(node.column))
      addAll(scope.relations.get(node.table!.table.identifier.name));
    else {
      const source = sourceOf(node, scope);
      if (!isSealed(source)) judge(node, scope);
      const name = alias ?? columnOf(node)?.column;
      if (name && IdentifierNode.is(name)) add(name.name, source);
    }
  }
  return rows;
}

function columnOf(node: OperationNode): ColumnNode | undefined {
  if (ColumnNode.is(node)) return node;
  return ReferenceNode.is(node) && ColumnNode.is(node.column) ? node.column : undefined;
}

/** Where a column is from; undefined where that is no sealed table, or it is no column. */
function sourceOf(node: OperationNode, scope: Scope): Source | undefined {
  const name = columnOf(node)?.column.name;
  if (name === undefined) return undefined;
  const table = ReferenceNode.is(node) ? node.table?.table.identifier.name : undefined;
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    // A name that two of its tables have is refused by the database.
    for (const [each, { columns }] of at.relations)
      if (table === undefined ? columns.has(name) : each === table) return columns.get(name);
  }
  return undefined;
}

/** @throws where it computes with a sealed column, or compares one with what says something */
function judge(node: OperationNode, scope: Scope): void {
  if (isQuery(node)) {
    refuseSealed(rowsOf(node, scope), "within another query");
    return;
  }
  const source = sourceOf(node, scope);
  if (isSealed(source)) throw refused(source, "to compute with it");
  if (RawNode.is(node)) judgeText(node.sqlFragments.join(" "), scope);
  // Empty values are not sealed.
  const isBlankness =
    BinaryOperationNode.is(node) && isSealed(sourceOf(node.leftOperand, scope)) && isBlank(node.rightOperand);
  if (isBlankness) return;
  for (const each of AliasNode.is(node) ? [node.node] : childrenOf(node)) judge(each, scope);
}

const isQuery = (node: OperationNode) =>
  [SelectQueryNode, InsertQueryNode, UpdateQueryNode, DeleteQueryNode].some((each) => each.is(node));

function refuseSealed({ columns }: Relation, where: string): void {
  for (const source of columns.values()) if (isSealed(source)) throw refused(source, where);
}

function isBlank(node: OperationNode): boolean {
  if (RawNode.is(node)) return node.sqlFragments.join("") === "" && node.parameters.every(isBlank);
  return ValueNode.is(node) && (node.value === null || saysNothing(String(node.value)));
}

/** SQL as text: it must name no sealed column of the tables around it, or of those it names itself. */
function judgeText(text: string, scope: Scope): void {
  // Statements that create or alter tables read none.
  if (/^\s*(?:create|alter|drop)\b/i.test(text)) return;
  const words = new Set(wordsIn(text));
  const around: Pick<Source, "table" | "column">[] = [];
  for (let at: Scope | undefined = scope; at; at = at.outer)
    for (const { columns } of at.relations.values()) around.push(...[...columns.values()].filter(isSealed));
  for (const [table, { columns }] of Object.entries(sealedTables))
    if (words.has(table)) around.push(...columns.map((column) => ({ table, column })));
  for (const each of around) if (words.has(each.column)) throw refused(each, "in a piece of SQL");
}
