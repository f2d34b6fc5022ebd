import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, rowsOf, startPostgres } from "../../../test/support/postgres.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { type Site, startSiteProcess } from "../../../test/support/site.ts";
import { noLoad, visitAfterVisit } from "../../../test/support/visitors.ts";
import { waitFor } from "../../../test/support/wait-for.ts";

const run = promisify(execFile);
const asUser = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];

/** How long a segment of the log waits to be full before it is archived all the same; operators have 60 s. */
const archiveSeconds = 3;
const secrets = { SESSION_SECRETS: "s".repeat(32), DATA_KEYS: "", CONSENT_LOG_KEY: "k".repeat(32) };

let archive: ReturnType<typeof makeArchive>;
let server: PostgresServer;
let url: string;
let site: Site;
beforeAll(async () => {
  archive = makeArchive();
  server = await startPostgres({
    settings: {
      archive_mode: "on",
      archive_command: archive.command("wal", "%p", "%f").join(" "),
      archive_timeout: `${archiveSeconds}s`,
    },
  });
  url = await server.freshDatabase();
  site = await startSiteProcess({ DATABASE_URL: url, ...secrets });
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
  archive?.remove();
});

let load = 0;
/** Visitors come until this many are thanked. @returns their e-mail addresses */
async function thanked(count: number): Promise<string[]> {
  const own = noLoad();
  const first = 10 * load++;
  const busy = [0, 1, 2].map((who) => visitAfterVisit(site.url, first + who, own));
  await waitFor(`${count} leads`, () => own.acknowledged.size >= count, 90_000).finally(() => {
    own.over = true;
  });
  await Promise.all(busy);
  return [...own.acknowledged];
}
const leadsOf = (address: string) =>
  rowsOf<{ email: string; at: string }>(
    address,
    "select record::json->>'email' as email, created_at as at from leads order by 1",
  );
const emailsOf = async (address: string) => (await leadsOf(address)).map(({ email }) => email);
const clientEnv = () => ({ PGHOST: "127.0.0.1", PGPORT: new URL(url).port, PGUSER: "postgres" });
const database = () => new URL(url).pathname.slice(1);

/** The database as it was, on a server of its own. @param time of which; the last that the archive knows if there is none */
async function restored(time?: string) {
  const began = performance.now();
  const fill = (data: string) => archive.command("restore", data, ...(time ? [time] : []));
  const other = await startPostgres({ fill, settings: { archive_mode: "off" } });
  const address = other.address(database());
  const isOpen = () =>
    rowsOf<{ going: boolean }>(address, "select pg_is_in_recovery() as going").then(([row]) => !row!.going);
  await waitFor("the end of the recovery", isOpen, 90_000);
  return { address, seconds: (performance.now() - began) / 1000, stop: () => other.stop() };
}

describe("an archive of PostgreSQL's log", () => {
  let before: string[];
  let moment: string;

  it("restores the store at a given second: every lead acknowledged by then, and none after", async () => {
    await archive.run(["base"], clientEnv());
    before = (await thanked(8)).sort();
    await pause(1_100);
    moment = new Date().toISOString();
    await pause(1_100);
    const after = await thanked(4);
    const [segment] = await rowsOf<{ name: string }>(
      url,
      "select pg_walfile_name(pg_current_wal_lsn()) as name",
    );
    const kept = join(archive.folder, `wal/${segment!.name}.gz.age`);
    await waitFor("the archive to have it all", () => existsSync(kept), 60_000);

    const other = await restored(moment);
    try {
      expect(await emailsOf(other.address)).toEqual(before);
      expect(await emailsOf(url)).toEqual([...before, ...after].sort());
      const verdict = await runCommand("consent verify", { DATABASE_URL: other.address, ...secrets });
      expect(verdict).toMatchObject({ status: 0, stderr: "" });
    } finally {
      await other.stop();
    }
  });

  it("is encrypted, and holds each segment once", async () => {
    const files = ["wal", "base"].flatMap((name) =>
      readdirSync(join(archive.folder, name)).map((file) => join(archive.folder, name, file)),
    );
    const data = files.filter((file) => !file.endsWith(".sum"));
    expect(data.length).toBeGreaterThan(2);
    for (const file of data) expect(beginOf(file)).toBe("age-encryption.org/v1\n");
    const [first] = readdirSync(join(archive.folder, "wal")).filter((name) => name.endsWith(".age"));
    const segment = first!.replace(".gz.age", "");
    const plain = join(archive.folder, segment);
    await archive.run(["get", segment, plain]);
    await archive.run(["wal", plain, segment]);
    await expect(archive.run(["wal", "/etc/hostname", segment])).rejects.toThrow(/another/);
    expect(
      Number(
        readFileSync(join(archive.folder, "metrics/claimpath_archive_timestamp_seconds.prom"), "utf8").split(
          " ",
        )[1],
      ),
    ).toBeGreaterThan(Date.now() / 1000 - 600);
  });

  it("is tested by the drill, which reports what it found", async () => {
    const said = await archive.run(["drill"], { DATABASE: database(), PGUSER: "postgres" });
    expect(said).toMatch(/^Restored in \d+ s\. Leads, the newest, the last change: \d+ 20.* 20/);
    const [, leads] = /change: (\d+) /.exec(said)!;
    expect(Number(leads)).toBe((await leadsOf(url)).length);
    expect(existsSync(join(archive.folder, "metrics/claimpath_drill_timestamp_seconds.prom"))).toBe(true);
  });

  it("loses at most what was acknowledged since its last segment when the machine is gone", async () => {
    await thanked(10);
    const all = await leadsOf(url);
    const lostAt = Date.now();
    for (const pid of await server.pids()) process.kill(pid, "SIGKILL");
    const other = await restored();
    try {
      const there = new Set(await emailsOf(other.address));
      const lost = all.filter(({ email }) => !there.has(email)).map(({ at }) => (lostAt - Number(at)) / 1000);
      console.log({
        leads: all.length,
        lost: lost.length,
        oldest: Math.max(0, ...lost),
        seconds: other.seconds,
      });
      expect(there.size + lost.length).toBe(all.length);
      expect([...there]).toEqual(expect.arrayContaining(before));
      // A segment is compressed and encrypted on a machine that has other work.
      expect(Math.max(0, ...lost)).toBeLessThan(archiveSeconds + 10);
    } finally {
      await other.stop();
    }
  });
});

/**
 * Where the operators' claimpath-archive puts a server's log and copies, and its keys: in `wal` and `base`, and what it tells
 * Prometheus in `metrics`.
 * @throws where Debian's age is missing
 */
function makeArchive() {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-archive-"));
  chmodSync(folder, 0o755);
  const identity = join(folder, "identity");
  try {
    execFileSync("age-keygen", ["-o", identity], { stdio: "pipe" });
  } catch (error) {
    throw new Error("This test needs Debian's age: apt-get install -y age", { cause: error });
  }
  const recipient = execFileSync("age-keygen", ["-y", identity], { encoding: "utf8" }).trim();
  const script = join(folder, "claimpath-archive");
  copyFileSync("docs/production/claimpath-archive", script);
  chmodSync(script, 0o755);
  const settings = join(folder, "settings");
  const metrics = join(folder, "metrics");
  mkdirSync(metrics);
  writeFileSync(
    settings,
    `ARCHIVE=${folder}\nRECIPIENT=${recipient}\nIDENTITY=${identity}\nKEEP_DAYS=14\nMETRICS=${metrics}\n`,
  );
  if (asUser.length > 0) execFileSync("chown", ["-R", "postgres", folder]);
  const command = (...words: string[]) => ["env", `ARCHIVE_ENV=${settings}`, script, ...words];
  return {
    folder,
    command,
    /** Runs it as PostgreSQL's user. @param env of the server that it asks @returns what it printed */
    async run(words: string[], env: Record<string, string> = {}) {
      const [program, ...args] = [...asUser, ...command(...words)];
      const { stdout } = await run(program!, args, { cwd: "/", env: { ...process.env, ...env } });
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** What a file of the archive begins with. */
const beginOf = (file: string) => readFileSync(file).subarray(0, 22).toString("latin1");
