import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cutOff } from "../../../services/store/cut-off.ts";
import { partsOf, prune, shippedUntil } from "../../../services/store/shipping/archive.ts";
import { putBack } from "../../../services/store/shipping/put-back.ts";
import { ship } from "../../../services/store/shipping/ship.ts";
import { openSqliteFile } from "../../../services/store/sqlite-file.ts";
import { holds } from "../../support/holds.ts";
import { newIdentity } from "../../support/identity.ts";
import { waitFor } from "../../support/wait-for.ts";

type Row = { id: number; at: number };

let folder: string;
let archive: string;
let path: string;
let database: DatabaseSync;
let said: string[];
let stops: (() => Promise<void>)[];
let key: { identity: string; recipient: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "claimpath-shipping-"));
  archive = join(folder, "archive");
  mkdirSync(archive);
  path = join(folder, "store.db");
  key = newIdentity(join(folder, "identity"));
  said = [];
  stops = [];
  database = openSqliteFile(path);
  database.exec("create table rows (id integer primary key, at integer, body text)");
});
afterEach(async () => {
  for (const stop of stops) await stop();
  database.close();
  rmSync(folder, { recursive: true });
});

/** @returns what stops it, once everything is in the archive */
function shipping() {
  const over = new AbortController();
  const done = ship({
    ...{ path, folder: archive, recipient: key.recipient, keepDays: 14, metrics: folder },
    say: (sentence) => void said.push(sentence),
    signal: over.signal,
  });
  const stop = async () => {
    over.abort();
    await done;
  };
  stops.push(() => stop().catch(() => {}));
  return { stop, done };
}
const copies = async () => (await partsOf(archive)).filter(({ kind }) => kind === "copy");
const hasCopy = (count = 1) => waitFor("a copy", async () => (await copies()).length >= count);
const upToDate = async (since = Date.now()) =>
  waitFor("the archive", async () => ((await shippedUntil(archive)) ?? 0) > since, 60_000);
const parts = async () => (await partsOf(archive)).filter(({ kind }) => kind === "pages");
const partFile = (index: number) => {
  const [run] = readdirSync(archive).filter((name) => name !== "shipped");
  const name = String(index).padStart(10, "0");
  return join(
    archive,
    run!,
    readdirSync(join(archive, run!)).find((file) => file.startsWith(name) && /pages/.test(file))!,
  );
};

function add(body = "x".repeat(500)): void {
  database.prepare("insert into rows (at, body) values (?, ?)").run(Date.now(), body);
}
async function addFor(ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(5)) add();
}
const rowsIn = (file: DatabaseSync) =>
  file.prepare("select id, at from rows order by id").all() as unknown as Row[];
const plain = (rows: Row[]) => rows.map(({ id, at }) => ({ id, at }));

let restores = 0;
async function restored(until?: number) {
  const to = join(folder, `back-${restores++}.db`);
  const result = await putBack(archive, key.identity, to, until);
  const file = new DatabaseSync(to);
  const rows = plain(rowsIn(file));
  file.close();
  return { ...result, rows };
}

describe("a log that is shipped", () => {
  test("gives the store back as it was at a second, or in the end", async () => {
    add();
    const { stop } = shipping();
    await hasCopy();
    await addFor(4_000);
    await stop();
    const all = plain(rowsIn(database));
    const middle = all[Math.floor(all.length / 2)]!.at;

    const then = await restored(middle);
    expect(then.rows).toEqual(all.slice(0, then.rows.length));
    expect(then.rows).toEqual(expect.arrayContaining(all.filter(({ at }) => at <= middle)));
    expect(then.rows.filter(({ at }) => at > then.at)).toEqual([]);
    expect(then.rows.length).toBeLessThan(all.length);
    expect((await restored()).rows).toEqual(all);
    await expect(restored(all[0]!.at - 60_000)).rejects.toThrow("no whole copy of before that");
  });

  test("has all that was committed and nothing else, while others take over the log", async () => {
    const { stop } = shipping();
    await hasCopy();
    const other = openSqliteFile(path);
    other.exec("pragma cache_size = -400");
    for (let round = 0; round < 10; round++) {
      other.exec("begin");
      // More than the cache holds: pages are in the log before anybody decides.
      for (let row = 0; row < 200; row++)
        other.prepare("insert into rows (body) values (?)").run("y".repeat(4_000));
      await pause(20);
      other.exec(round % 2 === 0 ? "rollback" : "commit");
      if (round % 2 === 1) other.exec("delete from rows where at is null");
      add();
      for (const mode of ["passive", "restart", "truncate"]) other.exec(`pragma wal_checkpoint(${mode})`);
    }
    other.close();
    await stop();
    expect((await restored()).rows).toEqual(plain(rowsIn(database)));
    expect(rowsIn(database)).toHaveLength(10);
  });

  test("is whole while other processes write and take it over all the time", async () => {
    const { stop } = shipping();
    await hasCopy();
    const script = `
      const file = new (require("node:sqlite").DatabaseSync)(process.argv[1], { timeout: 9_000 });
      file.exec("pragma wal_autocheckpoint = 100");
      const insert = file.prepare("insert into rows (at, body) values (1, zeroblob(10000))");
      for (const end = Date.now() + 2_000; Date.now() < end; ) insert.run();`;
    const others = [1, 2].map(() => promisify(execFile)(process.execPath, ["-e", script, path]));
    await Promise.all(others);
    await stop();
    expect((await restored()).rows).toEqual(plain(rowsIn(database)));
  });

  test("does not keep what was erased in it", holds("T128"), async () => {
    shipping();
    await hasCopy();
    add("Zoe was here");
    await pause(1_200);
    database.exec("delete from rows");
    const busy = addFor(3_000);
    expect(await cutOff(database, path)).toBe(true);
    expect(readFileSync(`${path}-wal`, "latin1")).not.toContain("Zoe was here");
    await busy;
  });

  test("lets the site go on when the archive cannot be written, says so, and catches up", async () => {
    const { stop } = shipping();
    await hasCopy();
    await upToDate();
    renameSync(archive, `${archive}-gone`);
    for (let round = 0; round < 3; round++) {
      database.exec("begin");
      for (let row = 0; row < 2_000; row++) add();
      database.exec("commit");
      await pause(1_500);
    }
    await waitFor("the complaint", () => said.length > 0);
    expect(said).toEqual([
      expect.stringMatching(/^The archive cannot be written: ENOENT.* What was changed waits\.$/),
    ]);
    expect(statSync(`${path}-wal`).size).toBeLessThan(2_000_000);
    renameSync(`${archive}-gone`, archive);
    await upToDate();
    expect(said.at(-1)).toBe("The archive can be written again.");
    await stop();
    expect((await restored()).rows).toEqual(plain(rowsIn(database)));
    expect(readFileSync(join(folder, "claimpath_archive_timestamp_seconds.prom"), "utf8")).toMatch(
      /^claimpath_archive_timestamp_seconds \d{10}\n$/,
    );
  });

  test("is shipped by one process at a time, and begins with a copy again", async () => {
    const first = shipping();
    await hasCopy();
    await expect(shipping().done).rejects.toThrow("Another process ships the log");
    await first.stop();
    add();
    const second = shipping();
    await hasCopy(2);
    add();
    await second.stop();
    expect((await restored()).rows).toHaveLength(2);
    expect((await restored((await copies())[0]!.to)).rows).toHaveLength(0);
  });

  test("is not mixed with the log of another file of that name", async () => {
    const { done } = shipping();
    await hasCopy();
    const replaced = expect(done).rejects.toThrow("was replaced by another file");
    renameSync(path, `${path}.old`);
    writeFileSync(path, readFileSync(`${path}.old`));
    await replaced;
  });
});

describe("an archive", () => {
  beforeEach(async () => {
    const { stop } = shipping();
    await hasCopy();
    const before = (await parts()).length;
    for (let row = 0; row < 4; row++) {
      add();
      await waitFor("its part", async () => (await parts()).length > before + row);
    }
    await stop();
  });

  test("that was damaged is restored as far as it is whole", holds("T129"), async () => {
    const all = plain(rowsIn(database));
    const made = await parts();
    const partOf = (row: number) => made.find(({ to }) => to >= all[row]!.at)!.index;
    const [second, third] = [partOf(1), partOf(2)];
    const bytes = readFileSync(partFile(third));
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(partFile(third), bytes);
    expect(await restored()).toMatchObject({
      rows: all.slice(0, 2),
      damage: [expect.stringMatching(new RegExp(`^Part ${third} of .* is damaged.$`))],
    });
    rmSync(partFile(second));
    expect(await restored()).toMatchObject({
      rows: all.slice(0, 1),
      damage: [expect.stringMatching(new RegExp(`^Part ${second} of .* is missing.$`))],
    });
  });

  test("is for the holder of its key alone", holds("T127"), async () => {
    for (const { run } of await parts())
      for (const file of readdirSync(join(archive, run)))
        expect(readFileSync(join(archive, run, file), "latin1")).toMatch(/^age-encryption.org\/v1\n/);
    const other = newIdentity(join(folder, "other"));
    const to = join(folder, "nothing.db");
    await expect(putBack(archive, other.identity, to)).rejects.toThrow(
      "ARCHIVE_IDENTITY is not the key that the archive was made for.",
    );
    expect(existsSync(to)).toBe(false);
    await expect(putBack(archive, key.identity, path)).rejects.toThrow("exists already");
  });

  test("forgets what is older than it is kept", holds("T128"), async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    const [copy] = await copies();
    await prune(archive, 14, copy!.to + 14 * dayMs);
    expect((await copies()).length).toBe(1);
    await prune(archive, 14, copy!.to + 14 * dayMs + 1);
    expect((await copies()).length).toBe(0);
    expect((await parts()).length).toBeGreaterThan(3);
    await prune(archive, 14, (await parts()).at(-1)!.to + 15 * dayMs + 1);
    expect(await partsOf(archive)).toEqual([]);
    expect(readdirSync(archive)).toEqual(["shipped"]);
  });
});
