import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { movedTables } from "../../../services/store/engine/move.ts";
import type { Store } from "../../../services/store/store.ts";
import { logKeyOf } from "../../../services/transparency/signed-note.ts";
import { databasesOf, postgres, storeAt } from "../../support/databases.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit, patiently } from "../../support/submissions.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-move-"));
const path = join(folder, "claimpath.db");
const url = `file:${path}`;
const settings = {
  DATA_KEYS: "d".repeat(32),
  PERSON_KEYS: join(folder, "keys.db"),
  CONSENT_LOG_KEY: "l".repeat(32),
};
const open = (where: string) =>
  storeAt(where, {
    saveProgressAfterMs: 1,
    dataKeys: [settings.DATA_KEYS],
    personKeys: settings.PERSON_KEYS,
  });

/** A table that the first release's store did not fill, with its chain. */
const unfilled = "consent_chain";

/** Some rows for each other table that has none yet, of the types of its columns. */
function fillTheRest(): void {
  const file = new DatabaseSync(path);
  for (const table of movedTables) {
    const isFilled = file.prepare(`select 1 from ${table} limit 1`).get() !== undefined;
    if (isFilled || table === unfilled) continue;
    const columns = file.prepare(`pragma table_info(${table})`).all() as { name: string; type: string }[];
    const insert = file.prepare(`insert into ${table} values (${columns.map(() => "?").join(", ")})`);
    for (let row = 1; row <= 40; row++) {
      insert.run(
        ...columns.map(({ type: declared }) => {
          const type = declared.toLowerCase();
          if (type === "text") return `${table} ${row} ñ "quoted" \\u0000 'Z'\n`;
          return type === "bigint" ? 1_764_000_000_000 + row : type === "integer" ? row : row / 3;
        }),
      );
    }
  }
  file.close();
}

async function rowsIn(where: string): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of movedTables) {
    const rows = await sqlOn(where, `select * from ${table}`);
    // Numbers of PostgreSQL come as texts here.
    tables[table] = rows
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === "number" ? `${value}` : value)))
      .sort();
  }
  return tables;
}

describe("a SQLite store", () => {
  const server = databasesOf(postgres.start);
  let store: Store;
  let into: string;
  beforeAll(async () => {
    into = await server.emptyUrl();
    store = await open(url);
    for (let lead = 0; lead < 270; lead++) {
      const entries = Array.from({ length: 5 }, (_, at) => ({ kind: "answer", body: { at }, at }));
      const submission = aSubmission(["lead-prosper", "crm"]);
      const visit = aVisit();
      await patiently(() => store.submit(visit, 0, entries, submission));
    }
    await storePerson(store);
    for (const message of await store.outbox.claim(["crm"], Date.now(), 50))
      await store.outbox.delivered(message, "accepted", "code 0");
    await store.suppressions.add({ email: "no@example.com" }, "do-not-sell", "asked");
    for (let batch = 0; batch < 3; batch++) await store.consentLog.seal(logKeyOf(settings.CONSENT_LOG_KEY));
    fillTheRest();
  });
  const move = (to = into) => runCommand(`move --into ${to}`, { DATABASE_URL: url, ...settings });

  test("has its list of moved tables, on PostgreSQL as well", async () => {
    const onSqlite = "select name from sqlite_schema where type = 'table' and name not like 'kysely%'";
    const onPostgres = `select tablename as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%'`;
    for (const [where, text] of [
      [url, onSqlite],
      [await server.freshUrl(), onPostgres],
    ] as const) {
      const found = await sqlOn<{ name: string }>(where, text);
      expect(found.map(({ name }) => name).sort()).toEqual([...movedTables].sort());
    }
  });

  test("is not touched while a site has it open, and says so", async () => {
    expect(await move()).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^A program has the store open: stop the site, .*\n$/),
    });
    expect(await sqlOn(into, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  test("is moved completely or not at all, is counted, and works on in the database", async () => {
    const { leads } = await store.people.find({ email: zoe.email });
    await store.people.erase({ email: zoe.email });
    await store.close();
    // An erasure empties some tables.
    fillTheRest();
    const rows = await rowsIn(url);
    expect(movedTables.filter((table) => rows[table]!.length === 0)).toEqual([unfilled]);
    // The last table cannot be written.
    await (await storeAt(into)).close();
    for (const table of ["store_keys", "turns"]) await sqlOn(into, `delete from ${table}`);
    await sqlOn(into, `alter table ${movedTables.at(-1)} add constraint none check (false)`);
    expect(await move()).toMatchObject({ status: 1, stdout: "" });
    for (const [table, there] of Object.entries(await rowsIn(into))) expect(there, table).toEqual([]);
    await sqlOn(into, `alter table ${movedTables.at(-1)} drop constraint none`);

    const moved = await move();
    expect(moved).toMatchObject({ status: 0, stderr: "" });
    expect(moved.stdout).toMatch(/^leads +271$/m);
    expect(moved.stdout).toMatch(/^Moved: .*Each table has as many rows on both sides\.$/m);
    expect(moved.stdout).toContain("The consent log is intact (271 consents).");
    expect(moved.stdout).toContain(`SESSION_SECRETS: what ${join(folder, "session-secret")} contains`);
    // The first program that opens the database forgets the people who are to be forgotten.
    expect(await rowsIn(into)).toEqual({ ...rows, forgotten_keys: [] });
    const there = await open(into);
    expect(leads).toHaveLength(1);
    expect(await there.leads.get(leads[0]!.id)).toMatchObject({ erasedAt: expect.any(Number), record: {} });
    expect(await there.suppressions.has({ email: "no@example.com" })).toBe(true);
    await there.close();
  });

  test("is refused by every start after an earlier release moved a part of it", async () => {
    const half = await server.freshUrl();
    await sqlOn(half, "insert into store_keys values ('moved-from', 'a store')");
    await expect(open(half)).rejects.toThrow(
      "A move of an earlier release into this database is not finished",
    );
  });

  test("is moved to no database that has rows, and from no missing store or database", async () => {
    const other = await server.freshUrl();
    await (await open(other)).close();
    const again = await move();
    expect([again.status, again.stdout, again.stderr]).toEqual([
      1,
      "",
      expect.stringMatching(/^The database is not empty \(\w+\): .*\n$/),
    ]);
    expect((await move(other)).stderr).toMatch(/^The database is not empty \(store_keys\)/);
    const from = await runCommand(`move --into ${into}`, { DATABASE_URL: `file:${join(folder, "none.db")}` });
    expect([from.status, from.stderr]).toEqual([1, `There is no store at ${join(folder, "none.db")}.\n`]);
  });
});
