import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import { openConnection } from "../../services/store/engine/connection.ts";
import { migrate } from "../../services/store/engine/migrate.ts";
import { migrations } from "../../services/store/engine/migrations/migrations.ts";
import { createCipher } from "../../services/store/sealed/cipher.ts";
import { sealedTables } from "../../services/store/sealed/places.ts";
import { answersC } from "../support/answers.ts";
import { type DatabaseServer, databases } from "../support/databases.ts";
import { holds } from "../support/holds.ts";
import { type Release, releaseOf, releases, type Standing } from "../support/releases/release.ts";
import { runCommand } from "../support/run-command.ts";
import { unsealed } from "../support/sealed.ts";
import { startSite } from "../support/site.ts";
import { sqlOn } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { thanks } from "../support/wait-for.ts";

/** How a store was sealed before the upgrade, and is after it: as it was, not at all, or from then on. */
const sealings = ["sealed", "unsealed", "sealed from now on"] as const;

/** Rows as the same release leaves them without keys. */
function opened({ settings, rows }: Release): Release["rows"] {
  const cipher = createCipher([settings.DATA_KEYS!]);
  return rows
    .filter(({ row }) => !String(row.name).startsWith("data-"))
    .map(({ table, row }) => {
      const { columns, row: keys } = sealedTables[table] ?? { columns: [], row: [] };
      const ids = keys.map((key) => row[key]!);
      const texts = columns.map((column) => {
        const stored = row[column] ?? null;
        return [column, stored && cipher.open(String(stored), { table, column, row: ids })];
      });
      return { table, row: { ...row, ...Object.fromEntries(texts) } };
    });
}

/** A store as the release left it. */
async function leftBehind(url: string, names: string[], rows: Release["rows"]): Promise<void> {
  const connection = await openConnection(url, silentLog);
  await migrate(connection, Object.fromEntries(names.map((name) => [name, migrations[name]!])));
  // Referenced tables come first.
  const parents = ["outbox", "leads", "visits"];
  for (const { table, row } of rows.toSorted((a, b) => parents.indexOf(b.table) - parents.indexOf(a.table))) {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    const values = sql.join(Object.values(row));
    await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(
      connection.db.withoutPlugins(),
    );
  }
  await connection.close();
}

/** Loads the page, sends the form that the release had served, and continues to the end. @returns the last address */
async function goOnByForms(url: string, { address, step, cookie, form }: Standing): Promise<string> {
  const visitor = new FormVisitor(url);
  for (const pair of cookie.split("; ")) {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(pair)!;
    visitor.cookies.set(name!, value!);
  }
  expect((await visitor.open(address)).step).toBe(step);
  let screen = await visitor.request(address, { ...form, ...answersC[step]! });
  // A consent that reads differently now is shown once more, beside what was typed.
  if (step !== "PhoneAndZip") expect(screen.step).not.toBe(step);
  else if (screen.step) expect(screen.html).toContain(`value="${answersC.PhoneAndZip!.zip_code}"`);
  while (screen.step) screen = await visitor.post(answersC[screen.step]!);
  return screen.url;
}

/** What the release's own page would do next. @returns whether it is thanked */
async function goOnByScripts(url: string, { stop, address, cookie, form }: Standing): Promise<boolean> {
  const visitor = new JsonVisitor(url, address);
  Object.assign(visitor, { cookie, token: form.visit, shown: form.shown });
  const posted = await visitor.finish(entriesC().slice(stop));
  // The page loads again where the consent that it shows reads differently now.
  if (posted.status !== 422) return thanks(posted);
  expect(posted.text).toContain("The consent now reads differently.");
  await visitor.open();
  return thanks(await visitor.postLead());
}

describe.each(databases)("on $name", ({ start }) => {
  let server: DatabaseServer;
  beforeAll(async () => {
    server = await start();
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => server.stop());

  it.each(releases.flatMap((commit) => sealings.map((sealing) => [commit, sealing] as const)))(
    "the site continues from what %s left, %s: its lead, what was sold, and visitors in the middle",
    holds("T36"),
    async (commit, sealing) => {
      const release = releaseOf(commit);
      const DATABASE_URL = await server.emptyUrl();
      const rows = sealing === "sealed" ? release.rows : opened(release);
      await leftBehind(DATABASE_URL, release.migrations, rows);
      // An hour later: what it left is kept for a while, and so are its cookies.
      vi.useFakeTimers({ toFake: ["Date"], now: release.madeAt + 3_600_000 });
      const env = { ...release.settings, ...(sealing === "unsealed" && unsealed), DATABASE_URL };
      const lead = release.rows.find(({ table }) => table === "leads")!.row.id;
      // Rows that its program writes: sold for a price, returned, and paid by a buyer that is not a receiver.
      await sqlOn(
        DATABASE_URL,
        `insert into sales (message_id, lead_id, price, buyer_id, at)
          values ('${lead}.north', '${lead}', 45.5, 'n-1', ${release.madeAt}), ('${lead}.south', '${lead}', 20, null, ${release.madeAt})`,
      );
      await sqlOn(
        DATABASE_URL,
        `insert into outcomes (id, lead_id, outcome, at, buyer, amount_cents, currency)
          values ('1', '${lead}', 'returned', ${release.madeAt + 1}, 'north', null, null), ('2', '${lead}', 'paid', ${release.madeAt + 2}, 'smith', 7000, 'USD')`,
      );
      await using site = await startSite({ ...env, stubs: false });
      const books = async () => {
        const lines = await sqlOn(DATABASE_URL, "select kind, buyer, cents, survey, state from sales_ledger");
        return lines.map((line) => Object.values(line as object).join()).sort();
      };
      await expect
        .poll(books)
        .toEqual([
          "return,north,-4550,c,CA",
          "sale,north,4550,c,CA",
          "sale,smith,7000,c,CA",
          "sale,south,2000,c,CA",
        ]);
      for (const visitor of release.visitors) {
        if (visitor.way === "scripts")
          expect(await goOnByScripts(site.url, visitor), visitor.step).toBe(true);
        else expect(await goOnByForms(site.url, visitor)).toContain("/survey-thank-you/");
      }
      const exported = await runCommand("leads export --format jsonl", env);
      const leads = exported.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const { case_description } = answersC.IncidentDescription!;
      expect(leads.map((lead) => lead.case_description)).toEqual(Array(7).fill(case_description));
      // The log takes them in a moment later.
      await expect.poll(async () => (await runCommand("consent verify", env)).stdout).toMatch(/^7 consent/);
    },
  );
});
