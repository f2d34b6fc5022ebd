/**
 * `npm run lab -- upgrade <folder> <name>`: what a release leaves behind, for the test that every later one goes on from there
 * (test/site/upgrade.test.ts). Run it once for each release, before it is changed, and commit the file.
 */
import { writeFileSync } from "node:fs";
import { answersC } from "../../../test/support/answers.ts";
import { startPostgres } from "../../../test/support/postgres.ts";
import type { Release, Row, Standing } from "../../../test/support/releases/release.ts";
import { siteProcess } from "../../../test/support/site.ts";
import { sqlOn } from "../../../test/support/store-reader.ts";
import { entriesC, FormVisitor, hiddenFields, JsonVisitor } from "../../../test/support/visitors.ts";
import { lab } from "../../tool.ts";

const settings = { SESSION_SECRETS: "a secret of the upgrade's own visitors", DATA_KEYS: "d".repeat(32) };
/** Longer than all of it takes. */
const mostMs = 600_000;
/** Where visitors of each way stop: at the beginning, at a text, and before the lead. */
const stops = [2, 7, 9];

await lab(
  "upgrade",
  `Starts a release from a folder in which it is built, walks visitors into the middle of a survey, and writes its store, their cookies and
the forms that are open in their browsers to test/support/releases/<name>.jsonl.`,
)
  .argument("<folder>", "a checkout of the release, built")
  .argument("<name>", "of the file: its commit")
  .action(make)
  .parseAsync();

async function make(folder: string, name: string): Promise<void> {
  await using server = await startPostgres();
  const url = await server.freshDatabase();
  const site = siteProcess({ ...settings, DATABASE_URL: url }, mostMs, folder);
  const origin = `http://127.0.0.1:${await site.port}`;
  const visitors: Standing[] = [];
  for (const stop of stops) visitors.push(await byForms(origin, stop), await byScripts(origin, stop));
  await byForms(origin, Object.keys(answersC).length);
  site.child.kill("SIGTERM");
  await site.ended;
  const tables = await sqlOn<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
  );
  const rows: Release["rows"] = [];
  for (const { name: table } of tables) {
    // Rows that every store has, and pages, which are long and alike.
    if (["turns", "consent_pages"].includes(table)) continue;
    // Numbers as numbers, as both databases take them.
    const found = await sqlOn<{ row: Row }>(url, `select to_json(t) as row from ${table} t`);
    rows.push(...found.map(({ row }) => ({ table, row })));
  }
  const migrations = await sqlOn<{ name: string }>(url, "select name from kysely_migration order by name");
  const left: Omit<Release, "rows"> = {
    madeAt: Date.now(),
    settings,
    migrations: migrations.map(({ name: migration }) => migration),
    visitors,
  };
  const lines = [left, ...rows].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(`test/support/releases/${name}.jsonl`, lines.join(""));
}

async function byForms(origin: string, stop: number): Promise<Standing> {
  const visitor = new FormVisitor(origin);
  await visitor.open("/survey/c");
  for (const answer of Object.values(answersC).slice(0, stop)) await visitor.post(answer);
  const { step, url, html } = visitor.screen;
  return { way: "forms", stop, step, address: url, cookie: visitor.cookie, form: hiddenFields(html) };
}

async function byScripts(origin: string, stop: number): Promise<Standing> {
  const visitor = await new JsonVisitor(origin).open();
  await visitor.progress(entriesC().slice(0, stop));
  const { cookie, token, shown } = visitor;
  return {
    way: "scripts",
    stop,
    step: Object.keys(answersC)[stop]!,
    address: "/survey/c",
    cookie,
    form: { visit: token, shown },
  };
}
