import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { writeBackup } from "../../../services/store/engine/backup.ts";
import { databases, databasesOf, sqlite, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";

const [master, newer] = ["a".repeat(32), "b".repeat(32)];
const folder = () => mkdtempSync(join(tmpdir(), "claimpath-keys-"));
const open = (url: string, personKeys?: string, ...dataKeys: string[]) =>
  storeAt(url, { dataKeys, personKeys });

describe.each(databases)("a person erased from a store on $name", ({ start }) => {
  const server = databasesOf(start);

  test("is one whose erasure is finished at the next start, if it was cut off", holds("T74"), async () => {
    const url = await server.freshUrl();
    const file = join(folder(), "person-keys.db");
    const store = await open(url, file, master);
    const { lead } = await storePerson(store);
    await store.close();
    await sqlOn(url, `insert into forgotten_keys (owner) values ('${lead.id}')`);
    const again = await open(url, file, master);
    expect((await again.leads.get(lead.id))?.record).toEqual({});
    expect(await sqlOn(url, "select * from forgotten_keys")).toEqual([]);
    await again.close();
  });

  test("has its receivers notified, although the key is gone", async () => {
    const url = await server.freshUrl();
    const store = await open(url, join(folder(), "person-keys.db"), master);
    const { lead } = await storePerson(store);
    await store.outbox.claim(["lead-prosper"], Date.now());
    const notices = await store.people.erase({ phone: zoe.phone });
    const messages = await store.outbox.list({ leadId: lead.id });
    expect(messages.map(({ id }) => id)).toEqual(notices.map(({ id }) => id));
    expect(JSON.parse(messages[0]!.payload)).toMatchObject({ type: "deletion" });
    await store.close();
  });

  test("keeps being readable as long as it is not erased, under a newer master key too", async () => {
    const url = await server.freshUrl();
    const file = join(folder(), "person-keys.db");
    const plain = await open(url, undefined, master);
    const { lead } = await storePerson(plain);
    const before = await plain.leads.get(lead.id);
    await plain.close();
    const store = await open(url, file, newer, master);
    expect(await store.rekey()).toBeGreaterThan(2);
    expect(await store.rekey()).toBe(0);
    await store.close();
    await expect(open(url, undefined, newer)).rejects.toThrow("PERSON_KEYS must name the file");
    await expect(open(url, join(folder(), "other.db"), newer)).rejects.toThrow(
      "PERSON_KEYS must name the file",
    );
    await expect(open(url, file)).rejects.toThrow("PERSON_KEYS needs DATA_KEYS");
    const alone = await open(url, file, newer);
    expect(await alone.leads.get(lead.id)).toEqual(before);
    await alone.close();
  });
});

const server = databasesOf(sqlite.start);

test("the copy of the keys replaces the one before it, so that it forgets too", holds("T74"), async () => {
  const [url, file, copy] = [await server.freshUrl(), join(folder(), "keys.db"), join(folder(), "copy.db")];
  const store = await open(url, file, master);
  const { lead } = await storePerson(store);
  const settings = {
    DATABASE_URL: url,
    SESSION_SECRETS: "s".repeat(32),
    DATA_KEYS: master,
    PERSON_KEYS: file,
  };
  const owners = () => {
    const database = new DatabaseSync(copy, { readOnly: true });
    const rows = database.prepare("select owner from person_keys").all();
    database.close();
    return rows.map(({ owner }) => owner);
  };
  expect(await runCommand(`backup keys ${copy}`, settings)).toMatchObject({ status: 0 });
  expect(owners()).toContain(lead.id);
  await store.people.erase({ email: zoe.email });
  await runCommand(`backup keys ${copy}`, settings);
  expect(owners()).toEqual(["file"]);
  await store.close();
});

test(
  "no file that is left has the key of somebody erased, and no older copy can be read",
  holds("T74"),
  async () => {
    const url = await server.freshUrl();
    const home = folder();
    const file = join(home, "person-keys.db");
    const store = await open(url, file, master);
    const { lead } = await storePerson(store);
    const { origin } = (await store.leads.get(lead.id))!;
    const backup = join(folder(), "backup.db");
    await writeBackup(url, backup);
    const keys = new DatabaseSync(file, { readOnly: true });
    const { key } = keys.prepare("select key from person_keys where owner = ?").get(lead.id) as {
      key: string;
    };
    keys.close();
    const bytes = (of: string) =>
      readdirSync(of)
        .map((name) => readFileSync(join(of, name), "latin1"))
        .join("");
    expect(bytes(home)).toContain(key);
    await store.people.erase({ email: zoe.email });
    await store.people.scrub();
    expect(bytes(home)).not.toContain(key);
    const database = dirname(url.replace("file:", ""));
    for (const place of [database, dirname(backup)]) expect(bytes(place)).not.toContain(key);
    await store.close();

    const restored = join(folder(), "claimpath.db");
    copyFileSync(backup, restored);
    const again = await open(`file:${restored}`, file, master);
    expect(await again.leads.get(lead.id)).toMatchObject({ record: {}, derived: [], location: "" });
    expect((await again.visits.load(origin))?.entries).toMatchObject([{ body: {} }]);
    expect((await again.people.find({ email: zoe.email })).leads).toEqual([]);
    expect((await again.outbox.list({}))[0]?.payload).toBe("");
    await again.close();
  },
);
