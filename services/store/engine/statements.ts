import type { Compilable, ExpressionBuilder, Kysely } from "kysely";
import type { Place } from "../sealed/places.ts";
import type { Sealing } from "../sealed/plugin.ts";
import type { Schema } from "./schema.ts";

/** Where a value goes that may be personal. `row`: what names its row, values that come with each execution among it. */
type GivenPlace = Omit<Place, "row"> & { row: readonly unknown[] };

/** Stands in a statement for a value that comes with each execution. */
export class Given {
  readonly name: string;
  readonly place: GivenPlace | undefined;
  constructor(name: string, place?: GivenPlace) {
    this.name = name;
    this.place = place;
  }
}

/**
 * Says where lists of values go, one for each row, which an insert of an expression does not show.
 * @param value what is given; @param row what is given to name the rows
 */
export function placed<Values>(
  value: Values,
  table: string,
  column: string,
  row: readonly unknown[],
): Values {
  return new Given((value as Given).name, { table, column, row }) as Values;
}

/**
 * A statement with the values of one execution. Within a transaction `yield*` it for its rows: SQLite has them at once,
 * PostgreSQL after a round trip.
 */
export type Bound<Row = unknown> = {
  readonly statement: Compiled;
  readonly values: unknown[];
  [Symbol.iterator](): Generator<Bound, Row[], unknown[]>;
};

/** A transaction's work: it yields one statement after the other, and may decide by their rows. */
export type Work<Result> = Generator<Bound, Result, unknown[]>;

/** A statement that is built and compiled once; only its values change. */
export type Statement<Values, Row> = (values: Values) => Bound<Row>;

/** @param build is called once; `given` has what each execution is called with */
export type Prepare = <Values, Row>(
  build: (db: Kysely<Schema>, given: Values) => Compilable<Row>,
) => Statement<Values, Row>;

/** A statement as the driver takes it. */
export type Compiled = {
  readonly sql: string;
  /** Makes rows from the driver's result: arrays, by the columns' names in the database. */
  rows(columns: () => readonly string[], arrays: readonly unknown[][]): unknown[];
};

/** A row's property by its column's name in the database: `session_id` is `sessionId`. */
export function property(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** Statements of this database, named and sealed as every query of it. */
export function preparing(db: Kysely<Schema>, sealing: Sealing): Prepare {
  return <Values, Row>(build: (db: Kysely<Schema>, given: Values) => Compilable<Row>) => {
    // Most programs, commands for one, need few of them.
    let made: ReturnType<typeof compiled<Values>> | undefined;
    return (values) => {
      made ??= compiled(db, build, sealing);
      return bound(made.statement, made.valuesOf(values as Record<string, unknown>));
    };
  };
}

function bound<Row>(statement: Compiled, values: unknown[]): Bound<Row> {
  return {
    statement,
    values,
    *[Symbol.iterator]() {
      return (yield this) as Row[];
    },
  };
}

function compiled<Values>(
  db: Kysely<Schema>,
  build: (db: Kysely<Schema>, given: Values) => Compilable,
  sealing: Sealing,
) {
  const given = new Proxy({}, { get: (_, name) => new Given(String(name)) }) as Values;
  const { sql, parameters, query } = build(db, given).compile();
  const open = sealing.opener(query);
  const valuesOf = (values: Record<string, unknown>) =>
    parameters.map((parameter) => {
      if (!(parameter instanceof Given)) return parameter;
      return sealing.sealed(parameter, values);
    });
  let names: readonly string[] | undefined;
  const statement: Compiled = {
    sql,
    rows(columns, arrays) {
      if (arrays.length === 0) return [];
      names ??= columns().map(property);
      const known = names;
      return arrays.map((values) => {
        const row: Record<string, unknown> = {};
        for (let at = 0; at < known.length; at++) row[known[at]!] = values[at];
        open?.(row);
        return row;
      });
    },
  };
  return { statement, valuesOf };
}

/** For `in`, which must not be empty. */
export function orNone(ids: string[]): string[] {
  return ids.length > 0 ? ids : [""];
}

/** Rows of a source or of a part of it (`isWithin`). */
export function ofSource<Table extends "salesLedger" | "sourceCosts" | "analyticsSources">(
  eb: ExpressionBuilder<Schema, Table>,
  path: string,
) {
  const own = eb.ref("subId" as never);
  return eb.or([
    eb(own, "=", path as never),
    eb(eb.fn<string>("substr", [own, eb.val(1), eb.val(path.length + 1)]), "=", `${path}/`),
  ]);
}
