import { DummyDriver, Kysely, type Migration, PostgresAdapter, PostgresQueryCompiler } from "kysely";
import { expect, it } from "vitest";
import { isContract } from "../../services/store/engine/migrate.ts";
import { migrations } from "../../services/store/engine/migrations/migrations.ts";

/** What a migration asks of PostgreSQL, in order. */
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

/** What a program that knows nothing of it goes on with: its own statements mean what they meant. */
const additions = [
  /^create table "?\w+"?/,
  /^create index /,
  /^insert into "?\w+"? /,
  // A row that the older program adds says nothing of the new column.
  /^alter table "?\w+"? add column "?\w+"? (text|integer|bigint|double precision)( default \S+( not null)?)?$/,
];

/** The statements of a migration that are more than additions. */
async function changesIn(migration: Migration): Promise<string[]> {
  const asked = await statementsOf(migration);
  const created = asked.flatMap((sql) => /^create table "?(\w+)/.exec(sql)?.[1] ?? []);
  const ofNewTable = (sql: string) =>
    created.includes(/^create unique index \S+ on "?(\w+)/.exec(sql)?.[1] ?? "");
  return asked.filter((sql) => !ofNewTable(sql) && !additions.some((addition) => addition.test(sql)));
}

it("a migration only adds, as the release before it serves beside it, or says by its name that it does not", async () => {
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
