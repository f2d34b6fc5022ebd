import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { expectEachLeadOnce } from "../support/each-lead-once.ts";
import { type PostgresServer, rowsOf, startPostgres } from "../support/postgres.ts";
import { noLoad, visitAfterVisit } from "../support/visit-after-visit.ts";
import { waitFor } from "../support/wait-for.ts";

/**
 * The release that comes after this one, as far as this one will notice: every table has got two columns, and there is
 * another table. A clone may have no older commit to start, so this release is the older one here.
 */
const migration = `
import { sql } from "kysely";

export async function up(db) {
  const tables = await db.introspection.getTables();
  for (const { name } of tables) {
    await db.schema.alterTable(name).addColumn("next_text", "text").execute();
    await db.schema.alterTable(name).addColumn("next_number", "bigint", (c) => c.notNull().defaultTo(0)).execute();
  }
  await db.schema.createIndex("next_leads").on("leads").columns(["next_number", "created_at"]).execute();
  await db.schema.createTable("next_table").addColumn("id", "text", (c) => c.primaryKey().notNull()).execute();
}
`;

/** A built copy of this release that has one more migration. */
function nextRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-next-"));
  for (const name of ["app", "machines", "services", "public", "build", "package.json"])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const list = join(folder, "services/store/migrate.ts");
  const text = readFileSync(list, "utf8");
  const added = `import * as next from "./migrations/998-next.ts";\n${text}`.replace(
    /(const migrations: .*?)\n\};/s,
    '$1\n  "998-next": next,\n};',
  );
  expect(added).toContain('"998-next": next');
  writeFileSync(list, added);
  writeFileSync(join(folder, "services/store/migrations/998-next.ts"), migration);
  return folder;
}

let server: PostgresServer;
let url: string;
let cluster: Cluster;
let next: string;
beforeAll(async () => {
  next = nextRelease();
  server = await startPostgres();
  url = await server.freshDatabase();
  // Only the receivers are stubs: more would take the machine from them.
  const alone = { IPQS_KEY: "", ZIP_LOOKUP_URL: "", GIBBERISH_URL: "", LEAD_EXCHANGE_URL: "" };
  cluster = await startCluster(url, 2, alone);
});
afterAll(async () => {
  await cluster?.close();
  await server?.stop();
  if (next) rmSync(next, { recursive: true });
});

const load = noLoad();
const more = async (leads: number) => {
  const wanted = load.acknowledged.size + leads;
  await waitFor(`${leads} more leads`, () => load.acknowledged.size >= wanted, 90_000);
};
const newColumns = () =>
  rowsOf(url, "select 1 from information_schema.columns where column_name = 'next_number'");

it("two releases serve the same visitors from one store, forward and back again, and nobody notices", async () => {
  const [first, second] = cluster.processes;
  const busy = Array.from({ length: 6 }, (_, who) => visitAfterVisit(cluster.url, who, load));
  try {
    await more(10);
    expect(await newColumns()).toEqual([]);
    // The next release brings the tables forward under the other process, which goes on.
    await first!.stop();
    await first!.restart(next);
    expect((await newColumns()).length).toBeGreaterThan(20);
    const served = [...cluster.balancer.served];
    await more(10);
    for (const [index, before] of served.entries())
      expect(cluster.balancer.served[index]! - before, `requests at ${index}`).toBeGreaterThan(10);
    // This release on the next one's tables, as after a crash in the middle of a deploy.
    await second!.stop();
    await second!.restart();
    await more(10);
    await second!.stop();
    await second!.restart(next);
    await more(10);
    // Back again, as after a release that turned out bad.
    await first!.stop();
    await first!.restart();
    await second!.stop();
    await second!.restart();
    await more(10);
  } finally {
    load.over = true;
  }
  await Promise.all(busy);
  const { retries, unthanked } = load;
  expect({ retries, unthanked }, "what visitors saw").toEqual({ retries: 0, unthanked: 0 });
});

it("every lead of either release is stored once, and its buyer has it once", async () => {
  const waiting = "select id from outbox where status <> 'delivered'";
  await waitFor("all deliveries", async () => (await rowsOf(url, waiting)).length === 0, 90_000);
  expect(await expectEachLeadOnce(url, cluster)).toEqual([...load.acknowledged].sort());
  const { received } = cluster.stubs.leadProsper;
  // A message is sent again, under its id, only where its answer came too late, as on a busy machine.
  const late = await rowsOf<{ id: string }>(
    url,
    "select outbox_id as id from outbox_attempts where outcome = 'failed' and detail like 'timeout %'",
  );
  const sendings = (id: string) => 1 + late.filter((attempt) => attempt.id === id).length;
  expect([...received].filter(([id, { times }]) => times > sendings(id))).toEqual([]);
});
