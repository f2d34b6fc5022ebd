import { readFileSync } from "node:fs";
import { DummyDriver, Kysely, type Migration, PostgresAdapter, PostgresQueryCompiler } from "kysely";
import { expect, it } from "vitest";
import { isContract } from "../../services/store/engine/migrate.ts";
import { migrations } from "../../services/store/engine/migrations/migrations.ts";
import { filesIn } from "../support/source-files.ts";

async function statementsOf({ up }: Migration): Promise<string[]> {
  const asked: string[] = [];
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => ({}) as never,
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  await up(
    new Kysely({ dialect, log: ({ query }) => void asked.push(query.sql.replace(/\s+/g, " ").trim()) }),
  );
  return asked;
}

/** Changes that an older program survives: its own statements keep their meaning. */
const additions = [
  /^create table "?\w+"?/,
  /^create index /,
  /^insert into "?\w+"? /,
  // A row that the older program adds has no value for the new column.
  /^alter table "?\w+"? add column "?\w+"? (text|integer|bigint|double precision)( default \S+( not null)?)?$/,
];

async function changesIn(migration: Migration): Promise<string[]> {
  const asked = await statementsOf(migration);
  const created = asked.flatMap((sql) => /^create table "?(\w+)/.exec(sql)?.[1] ?? []);
  const ofNewTable = (sql: string) =>
    created.includes(/^create unique index \S+ on "?(\w+)/.exec(sql)?.[1] ?? "");
  return asked.filter((sql) => !ofNewTable(sql) && !additions.some((addition) => addition.test(sql)));
}

it("a migration only adds, since the previous release serves beside it, or its name says that it does not", async () => {
  const changing: string[] = [];
  for (const [name, migration] of Object.entries(migrations)) {
    if ((await changesIn(migration)).length > 0 && !isContract(name)) changing.push(name);
  }
  expect(changing).toEqual([]);
});

it.each([
  ["drops a table", (db: Kysely<unknown>) => db.schema.dropTable("leads")],
  ["drops a column", (db: Kysely<unknown>) => db.schema.alterTable("leads").dropColumn("signs")],
  ["renames a column", (db: Kysely<unknown>) => db.schema.alterTable("leads").renameColumn("signs", "sign")],
  [
    "demands a value that the older program does not give",
    (db: Kysely<unknown>) => db.schema.alterTable("leads").addColumn("price", "bigint", (c) => c.notNull()),
  ],
  [
    "refuses rows that were allowed",
    (db: Kysely<unknown>) => db.schema.createIndex("one").unique().on("leads").column("variant"),
  ],
])("one that %s does not only add", async (_, change) => {
  const up = async (db: Kysely<unknown>) => void (await change(db).execute());
  expect(await changesIn({ up })).toHaveLength(1);
});

/** Citus, YugabyteDB or CockroachDB lack these, or do something else by them (docs/scaling.md). */
const lacking =
  /\b(advisory|listen|notify|serial|bigserial|nextval|identity|trigger|rule|extension|temp|temporary|unlogged|tablespace|cursor|hashtext|ctid|xmin|lock table|deferrable|tablesample|lateral|recursive|grouping sets)\b/i;
/** PostgreSQL-only statements are in one place each, and are omitted or replaced elsewhere. */
const own: Record<string, RegExp> = {
  "services/store/engine/postgres.ts":
    /^(show synchronous_commit|vacuum|select pg_total_relation_size|select 1 from pg_stat_activity)/,
  "services/store/engine/probe.ts": /pg_is_in_recovery|pg_logical_emit_message|pg_database_size/,
  "services/operations/doctor/store.ts": /clock_timestamp|pg_is_in_recovery/,
};
const particular = /\bpg_\w+|\bvacuum\b|\bshow\b|^set \w+ =|\breset\b|clock_timestamp/i;

/** SQL that is written out, by file; what Kysely makes is plain. */
const written = filesIn("services").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/\b(?:sql(?:<[^`]*?>)?|statements\()`([^`]*)`/g)].map(
    ([, sql]) => ({
      file,
      sql: sql!.trim(),
    }),
  ),
);

const tables = "services/store/engine/migrations/0.1.0.sql";
written.push({ file: tables, sql: readFileSync(tables, "utf8") });

it("no statement needs what PostgreSQL-compatible engines lack", () => {
  expect(written.length).toBeGreaterThan(8);
  expect(written.filter(({ sql }) => lacking.test(sql))).toEqual([]);
  const builders = filesIn("services/store").filter((file) =>
    /\.(forShare|forKeyShare|forNoKeyUpdate|withRecursive|createType|createView|using|mergeInto)\(|"(big)?serial"/.test(
      readFileSync(file, "utf8"),
    ),
  );
  expect(builders).toEqual([]);
});

it("PostgreSQL-only statements are used where they are declared, and nowhere else", () => {
  const elsewhere = written.filter(({ file, sql }) => particular.test(sql) && !own[file]?.test(sql));
  expect(elsewhere).toEqual([]);
  for (const [file, form] of Object.entries(own)) {
    expect(written.filter((each) => each.file === file && form.test(each.sql)).length, file).toBeGreaterThan(
      0,
    );
  }
});
