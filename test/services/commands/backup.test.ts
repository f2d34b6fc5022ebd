import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, databasesOf, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const tables = {
  visits: "id",
  visit_log: "visit_id, seq",
  leads: "id",
  outbox: "id",
  outbox_attempts: "outbox_id",
  consents: "seq",
  suppressions: "address_hash",
  store_keys: "name",
  phone_codes: "phone_hash",
  privacy_requests: "id",
  kysely_migration: "name",
};

describe.each(databases)("a backup of a store on $name", ({ start }) => {
  const server = databasesOf(start);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "claimpath-backup-"));
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const run = (line: string, url: string) =>
    runCommand(line, { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32) });
  const everything = async (url: string) => {
    const all = Object.entries(tables).map(([table, order]) => `select * from ${table} order by ${order}`);
    return Promise.all(all.map((text) => sqlOn(url, text)));
  };

  test(
    "is made while the store is written to, and when restored equals the source",
    holds("T36"),
    async () => {
      const url = await server.freshUrl();
      const store = await storeAt(url);
      const { lead } = await storePerson(store, ["lead-prosper", "distribution"]);
      const [message] = await store.outbox.claim(["lead-prosper"], Date.now());
      await store.outbox.delivered(message!, "accepted", "");
      await store.suppressions.add({ email: "b@example.com" }, "do-not-sell", "asked");
      const source = await everything(url);
      const file = join(folder, "claims.backup");
      expect(await run(`backup write ${file}`, url)).toEqual({
        status: 0,
        stdout: `Backup written to ${file}.\n`,
        stderr: "",
      });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await store.submit(aVisit(), 0, [], aSubmission());

      const other = await server.emptyUrl();
      const restored = await run(`backup restore ${file} --into ${other}`, url);
      expect(restored).toEqual({
        status: 0,
        stdout: "Restored 1 lead, 2 messages, 1 consent record. The consent log is intact.\n",
        stderr: "",
      });
      expect(await everything(other)).toEqual(source);
      const again = await storeAt(other);
      expect((await again.leads.get(lead.id))?.record.email).toBe(zoe.email);
      expect(await again.suppressions.has({ email: "b@example.com" })).toBe(true);
      expect((await again.submit(aVisit(), 0, [], aSubmission())).status).toBe("stored");
      await Promise.all([store.close(), again.close()]);

      expect((await run(`backup write ${file}`, url)).status).toBe(1);
      const over = await run(`backup restore ${file} --into ${other}`, url);
      expect([over.status, over.stdout]).toEqual([1, ""]);
      expect(over.stderr).toMatch(/^[^\n]*exists[^\n]*\n$/);
    },
  );

  test("that was damaged is refused, and nothing of it is restored", async () => {
    const url = await server.freshUrl();
    const store = await storeAt(url);
    await storePerson(store);
    await store.close();
    const file = join(folder, "damaged.backup");
    expect((await run(`backup write ${file}`, url)).status).toBe(0);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, Math.floor(bytes.length / 2));
    writeFileSync(file, bytes);
    const other = await server.emptyUrl();
    const { status, stdout, stderr } = await run(`backup restore ${file} --into ${other}`, url);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    const empty = await storeAt(other);
    expect(await empty.leads.list({ limit: 1 })).toEqual([]);
    await empty.close();
    expect(
      (await run(`backup restore ${join(folder, "none")} --into ${await server.emptyUrl()}`, url)).stderr,
    ).toMatch(/^[^\n]+\n$/);
  });

  test("with altered consents is restored, with a warning", async () => {
    const url = await server.freshUrl();
    const store = await storeAt(url);
    const { lead } = await storePerson(store);
    await store.close();
    await sqlOn(url, "update consents set at = at - 1000");
    const file = join(folder, "changed.backup");
    expect((await run(`backup write ${file}`, url)).status).toBe(0);
    expect(await run(`backup restore ${file} --into ${await server.emptyUrl()}`, url)).toEqual({
      status: 1,
      stdout: "",
      stderr: `Restored, but its consents are not intact: the consent of lead ${lead.id} was changed after it was stored.\n`,
    });
  });

  test("that cannot be made leaves no file behind", async () => {
    const file = join(folder, "none.backup");
    const nowhere = (await server.freshUrl()).replace(/[^/]+$/, "elsewhere");
    const { status, stderr } = await run(`backup write ${file}`, nowhere);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)]);
    expect(existsSync(file)).toBe(false);
  });
});

test("a folder, such as the archive that an older release shipped a log to, is not restored", async () => {
  const folder = await mkdtemp(join(tmpdir(), "claimpath-shipped-"));
  try {
    const url = `file:${join(folder, "back.db")}`;
    expect(await runCommand(`backup restore ${folder} --into ${url}`, {})).toEqual({
      status: 1,
      stdout: "",
      stderr: `${folder} is a folder: what an older release shipped there is restored by that release (CHANGELOG.md).\n`,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the password of the database is not among the arguments of a process", async () => {
  const folder = await mkdtemp(join(tmpdir(), "claimpath-tools-"));
  try {
    const readable = join(folder, "readable");
    const tool = `#!/bin/sh\nprintf '%s\\n' "$PGPASSWORD" "$*" > ${readable}\n`;
    await writeFile(join(folder, "pg_dump"), tool, { mode: 0o755 });
    const env = {
      DATABASE_URL: "postgres://me:s3cret@127.0.0.1:1/claimpath",
      SESSION_SECRETS: "s".repeat(32),
    };
    const PATH = `${folder}:${process.env.PATH}`;
    expect((await runCommand(`backup write ${join(folder, "b")}`, { ...env, PATH })).status).toBe(0);
    const [password, args] = readFileSync(readable, "utf8").split("\n");
    expect(password).toBe("s3cret");
    expect(args).toContain("me@127.0.0.1");
    expect(args).not.toContain("s3cret");
  } finally {
    await rm(folder, { recursive: true });
  }
});
