import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partsOf } from "../../services/store/shipping/archive.ts";
import { newIdentity } from "../support/identity.ts";
import { runCommand } from "../support/run-command.ts";
import { type Site, startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { noLoad, visitAfterVisit } from "../support/visit-after-visit.ts";
import { waitFor } from "../support/wait-for.ts";

const secrets = {
  SESSION_SECRETS: "s".repeat(32),
  DATA_KEYS: "",
  CONSENT_LOG_KEY: "k".repeat(32),
  HASH_KEY: "h".repeat(32),
};

let folder: string;
let archive: string;
let site: Site;
let env: Record<string, string>;
let shipping: ChildProcess;
const shipper = () =>
  spawn(process.execPath, ["services/commands/claimpath.ts", "backup", "ship"], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
    stdio: "inherit",
  });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "claimpath-shipped-"));
  archive = join(folder, "archive");
  mkdirSync(archive);
  const { identity, recipient } = newIdentity(join(folder, "identity"));
  site = await startSite(secrets);
  env = {
    ...secrets,
    NODE_ENV: "test",
    DATABASE_URL: site.databaseUrl,
    ARCHIVE_DIR: archive,
    ARCHIVE_RECIPIENT: recipient,
    ARCHIVE_IDENTITY: identity,
    ARCHIVE_METRICS: folder,
  };
  shipping = shipper();
  await waitFor("the first copy", async () => (await partsOf(archive)).some(({ kind }) => kind === "copy"));
});
afterAll(async () => {
  shipping?.kill("SIGKILL");
  await site?.close();
  rmSync(folder, { recursive: true });
});

const emailsIn = (file: string) =>
  query<{ email: string }>(file, "select record ->> 'email' as email from leads").map(({ email }) => email);
const restore = (name: string, to?: string) =>
  runCommand(`backup restore ${archive} --into file:${join(folder, name)}${to ? ` --to ${to}` : ""}`, env);

let load = 0;
const ends: Promise<void>[] = [];
/**
 * Visitors come until this many are thanked.
 * @param end is called while they still come, and nobody waits for them
 * @returns when each one was thanked, by e-mail address
 */
async function thanked(count: number, end?: () => void): Promise<Map<string, number>> {
  const own = noLoad();
  const at = new Map<string, number>();
  const add = own.acknowledged.add.bind(own.acknowledged);
  own.acknowledged.add = (email) => {
    at.set(email, Date.now());
    return add(email);
  };
  const first = 10 * load++;
  const busy = [0, 1, 2].map((who) => visitAfterVisit(site.url, first + who, own));
  await waitFor(`${count} leads`, () => at.size >= count, 120_000).finally(() => {
    own.over = true;
  });
  if (end) end();
  else await Promise.all(busy);
  ends.push(...busy);
  return at;
}

describe("a SQLite store whose log is shipped", () => {
  it("is put back as it was at a second, while visitors come: every lead acknowledged by then, and none of later", async () => {
    const before = await thanked(6);
    const moment = new Date().toISOString();
    const after = await thanked(6);
    // The archive is asked for this second only once it has it.
    await pause(2_500);

    const { status, stdout, stderr } = await restore("then.db", moment);
    expect([status, stderr]).toEqual([0, ""]);
    const [, asOf] = /^This is the store as it was at (\S+)\.\n/.exec(stdout)!;
    expect(stdout).toMatch(/Restored \d+ leads, .* The consent log is intact\.\n$/);
    const there = emailsIn(join(folder, "then.db"));
    expect(there).toEqual(expect.arrayContaining([...before.keys()]));
    const later = "select record ->> 'email' as email from leads where created_at > ?";
    expect(query(join(folder, "then.db"), later, Date.parse(asOf!))).toEqual([]);
    const left = query<{ email: string }>(site.databaseFile, later, Date.parse(asOf!));
    expect([...after.keys()]).toEqual(expect.arrayContaining(left.map(({ email }) => email)));
  });

  it("says in doctor that the archive is up to date, and is tried by the drill", async () => {
    expect((await runCommand("doctor", env)).stdout).toMatch(
      /^ok {5}The archive had everything \d+ s ago\.$/m,
    );
    const { status, stdout } = await runCommand("backup drill", env);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^This is the store as it was at .*\nRestored 1\d leads, .*intact\.\nThat took \d+ s\.\n$/,
    );
    for (const name of ["archive", "drill"]) {
      const text = readFileSync(join(folder, `claimpath_${name}_timestamp_seconds.prom`), "utf8");
      expect(Number(text.split(" ")[1])).toBeGreaterThan(Date.now() / 1000 - 600);
    }
  });

  it("loses no more than was acknowledged since the last look when the machine is gone", async () => {
    let lostAt = 0;
    const at = await thanked(8, () => {
      lostAt = Date.now();
      process.kill(site.pid(), "SIGKILL");
      shipping.kill("SIGKILL");
    });
    const { stdout } = await restore("lost.db");
    const there = new Set(emailsIn(join(folder, "lost.db")));
    const acknowledged = [...at].filter(([, time]) => time <= lostAt);
    const lost = acknowledged.filter(([email]) => !there.has(email)).map(([, time]) => lostAt - time);
    console.log(
      { acknowledged: acknowledged.length, lost: lost.length, oldestMs: Math.max(0, ...lost) },
      stdout,
    );
    expect(emailsIn(site.databaseFile)).toEqual(expect.arrayContaining(acknowledged.map(([email]) => email)));
    // A part is compressed and encrypted on a machine that has other work.
    expect(Math.max(0, ...lost)).toBeLessThan(10_000);
    // The visitors come to their end.
    await site.restart();
    await Promise.all(ends);
  });
});

it("a command says in one sentence what it lacks", async () => {
  const said = async (line: string, over: Record<string, string>) =>
    (await runCommand(line, { ...env, ...over })).stderr;
  expect(await said("backup ship", { ARCHIVE_DIR: "" })).toBe(
    "ARCHIVE_DIR and ARCHIVE_RECIPIENT must be set.\n",
  );
  expect(await said("backup ship", { DATABASE_URL: "postgres://localhost/a" })).toBe(
    "PostgreSQL's log is shipped by claimpath-archive (docs/operations.md).\n",
  );
  expect(await said("backup drill", { ARCHIVE_IDENTITY: "" })).toBe(
    "ARCHIVE_IDENTITY is not set: the file of age's private key.\n",
  );
  const other = newIdentity(join(folder, "other"));
  expect(await said("backup drill", { ARCHIVE_IDENTITY: other.identity })).toBe(
    "ARCHIVE_IDENTITY is not the key that the archive was made for.\n",
  );
  expect(
    await said(`backup restore ${archive} --into file:${join(folder, "x.db")} --to 2026-11-23`, {}),
  ).toMatch(/It must be a time with its zone/);
  expect((await runCommand("doctor", { ...env, ARCHIVE_DIR: join(folder, "gone") })).stdout).toMatch(
    /^WRONG {2}Nothing was shipped to .*gone yet/m,
  );
});
