import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { openSqliteFile, pragma } from "../../../services/store/engine/sqlite-file.ts";
import type { Store } from "../../../services/store/store.ts";
import { storeAt } from "../../support/databases.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { runCommand } from "../../support/run-command.ts";
import { unsealed } from "../../support/sealed.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const [page] = /## SQLite: Litestream[\s\S]*?(?=\n## )/.exec(readFileSync("docs/backups.md", "utf8"))!;
const config = parse(readFileSync("docs/production/litestream.yml", "utf8"));

const litestream =
  process.env.LITESTREAM ??
  `node_modules/@flydotio/litestream-${process.platform}-${process.arch}/litestream`;
const isThere = existsSync(litestream);

let folder: string;
let path: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "claimpath-litestream-"));
  path = join(folder, "claimpath.db");
  store = await storeAt(`file:${path}`, { dataKeys: [] });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe("the page on Litestream", () => {
  it("copies the store of the site's unit and no key files, and forgets in its stated days", () => {
    const [, unit] = /DATABASE_URL=file:(\S+db)/.exec(
      readFileSync("docs/production/claimpath@.service", "utf8"),
    )!;
    expect(config.dbs).toEqual([{ path: unit, replica: expect.objectContaining({ type: "s3" }) }]);
    const hours = (text: string) => Number(/^(\d+)h$/.exec(text)![1]);
    const { interval, retention } = config.snapshot;
    const days = (hours(retention) + 2 * hours(interval)) / 24;
    expect(page).toContain(`from the bucket for up to ${days} days`);
  });

  it("has the pragmas of the store's connections", () => {
    const file = openSqliteFile(path);
    onTestFinished(() => file.close());
    const rows = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, name, value]) => [name, value]);
    expect(rows).toHaveLength(5);
    expect(rows.map(([name]) => [name, String(pragma(file, name!))])).toEqual(rows);
  });
});

it("the log of a store does not restart, and outlives the store's end, while a reader such as Litestream is open", async () => {
  const reader = new DatabaseSync(path);
  reader.exec("begin");
  reader.prepare("select count(*) from leads").get();
  const header = () => readFileSync(`${path}-wal`).subarray(0, 32).toString("hex");
  const before = header();
  // Twice the size at which SQLite checkpoints its log by itself.
  const pages = () => statSync(`${path}-wal`).size / Number(pragma(reader, "page_size"));
  while (pages() < 2_000) {
    for (let count = 0; count < 50; count++) await store.submit(aVisit(), 0, [], aSubmission());
  }
  await store.close();
  expect(header()).toBe(before);
  expect(pages()).toBeGreaterThan(2_000);
  reader.close();
  store = await storeAt(`file:${path}`, { dataKeys: [] });
});

it.runIf(isThere)(
  isThere
    ? "Litestream restores the store to a moment by the page's commands, also what was erased after it"
    : "a restore is not tried: there is no Litestream for this machine in npm, and LITESTREAM names none",
  async () => {
    const yml = join(folder, "litestream.yml");
    const replica = { type: "file", path: join(folder, "replica") };
    const { stdout: version } = spawnSync(litestream, ["version"], { encoding: "utf8" });
    // 0.3 knows a list of replicas and no `snapshot`.
    const is03 = version.includes("0.3.");
    writeFileSync(
      yml,
      JSON.stringify(
        is03
          ? { dbs: [{ path, replicas: [replica] }] }
          : { ...config, dbs: [{ ...config.dbs[0], path, replica }] },
      ),
    );
    const running = spawn(litestream, ["replicate", "-config", yml], { stdio: "ignore" });
    onTestFinished(() => void running.kill("SIGKILL"));
    const back = join(folder, "back/claimpath.db");
    const [restore, drill] = page
      .match(/^sudo -u claimpath .+$/gm)!
      .map((line) =>
        line.replaceAll(config.dbs[0].path, path).replaceAll("/srv/claimpath/back", join(folder, "back")),
      );
    /** @returns how many leads the first command brings back @param moment the newest state when undefined */
    const restored = (moment?: string) => {
      rmSync(join(folder, "back"), { recursive: true, force: true });
      const [, words] = /litestream restore (.+)/.exec(restore!)!;
      const args = words!
        .replace(/-timestamp \S+/, moment ? `-timestamp ${moment}` : "")
        .trim()
        .split(/ +/);
      if (spawnSync(litestream, ["restore", "-config", yml, ...args]).status !== 0) return 0;
      const file = new DatabaseSync(back);
      const { leads } = file.prepare("select count(*) as leads from leads").get()!;
      file.close();
      return leads;
    };

    await storePerson(store);
    // Each look starts a program: rarely enough to leave time to the awaited one.
    const patient = { timeout: 60_000, interval: 500 };
    await expect.poll(() => restored(), patient).toBe(1);
    const moment = new Date().toISOString();
    await store.submit(aVisit(), 0, [], aSubmission());
    await expect.poll(() => restored(), patient).toBe(2);
    expect(restored(moment)).toBe(1);
    const [, command] = /claimpath (backup .+)/.exec(drill!)!;
    expect(await runCommand(command!, { ...unsealed, DATABASE_URL: `file:${path}` })).toEqual({
      status: 0,
      stdout: "Restored 1 lead, 1 message, 1 consent record. The consent log is intact.\n",
      stderr: "",
    });

    await store.people.erase({ email: zoe.email });
    expect(await store.people.scrub()).toBe(false);
    running.kill("SIGTERM");
    await once(running, "exit");
    expect(await store.people.scrub()).toBe(true);
    const own = readdirSync(folder).filter((name) => name.startsWith("claimpath.db"));
    expect(own.filter((name) => readFileSync(join(folder, name)).includes(zoe.name))).toEqual([]);
    expect(restored(moment)).toBe(1);
    expect(readFileSync(back).includes(zoe.name)).toBe(true);
  },
  180_000,
);
