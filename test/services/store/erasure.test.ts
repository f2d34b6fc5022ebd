import { createSecretKey, type KeyObject } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLog } from "../../../services/consent-log/verify-log.ts";
import { writeBackup } from "../../../services/store/engine/backup.ts";
import { createCipher, decrypted } from "../../../services/store/sealed/cipher.ts";
import type { Place } from "../../../services/store/sealed/places.ts";
import { logKeyOf, openNote } from "../../../services/transparency/signed-note.ts";
import { rootByInclusion } from "../../support/consent-log.ts";
import { databases, databasesOf, sqlite, storeAt } from "../../support/databases.ts";
import { during } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { rowsOf, startPostgres } from "../../support/postgres.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { waitFor } from "../../support/wait-for.ts";

describe("keys of persons", () => {
  const [master, newer] = ["a".repeat(32), "b".repeat(32)];
  const folder = () => mkdtempSync(join(tmpdir(), "claimpath-keys-"));
  const open = (url: string, personKeys?: string, ...dataKeys: string[]) =>
    storeAt(url, { dataKeys, personKeys });

  describe.each(databases)("a person erased from a store on $name", ({ name, start }) => {
    const server = databasesOf(start);

    it("is erased completely at the next start after an interruption", holds("T74"), async () => {
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

    it("has its receivers notified, although the key is gone", async () => {
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

    it.runIf(name === "PostgreSQL")(
      "has a receiver notified that is claiming the lead at this moment",
      async () => {
        const url = await server.freshUrl();
        const store = await open(url, undefined, master);
        await storePerson(store);
        const claiming = new pg.Client(url);
        await claiming.connect();
        await claiming.query("begin");
        await claiming.query("update outbox set status = 'sending', attempts = 1, locked_until = 0");
        const erased = store.people.erase({ phone: zoe.phone });
        const waiting = () => sqlOn(url, "select pid from pg_locks where not granted");
        await waitFor("the erasure waits for the claim", async () => (await waiting()).length > 0);
        await claiming.query("commit");
        await claiming.end();
        expect((await erased).map(({ receiver }) => receiver)).toEqual(["lead-prosper"]);
        await store.close();
      },
    );

    it("stays readable until it is erased, under a newer master key too", async () => {
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

  it("has copies of its keys replaced, so that they forget too", holds("T74"), async () => {
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

  it("has its key in no remaining file, and no older copy can be read", holds("T74"), async () => {
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
  });
});

describe("bytes", () => {
  const master = "a".repeat(32);
  const keyFile = join(mkdtempSync(join(tmpdir(), "claimpath-keys-")), "person-keys.db");
  const primary = during(startPostgres);
  const replica = during(() => startPostgres({ primary }));

  type Sealed = { place: Place; text: string };

  /** Every sealed text of the tables that hold any, as the database has it. */
  async function sealedIn(url: string): Promise<Sealed[]> {
    const columns: [table: string, column: string, ...row: string[]][] = [
      ["leads", "record", "id"],
      ["leads", "location", "id"],
      ["leads", "derived", "id"],
      ["outbox", "payload", "id"],
      ["outbox", "last_error", "id"],
      ["outbox_attempts", "detail", "outbox_id", "attempt"],
      ["visit_log", "body", "visit_id", "seq"],
      ["consents", "body", "lead_id"],
    ];
    const found = columns.map(async ([table, column, ...keys]) => {
      const rows = await rowsOf<Record<string, string>>(url, `select ${keys}, ${column} from ${table}`);
      return rows.map((row) => ({
        place: { table, column, row: keys.map((key) => row[key]!) },
        text: row[column]!,
      }));
    });
    return (await Promise.all(found)).flat().filter(({ text }) => text?.startsWith("~"));
  }

  /** All keys available to somebody with the file of keys, and with what it is sealed with. */
  function keysLeft(): KeyObject[] {
    const file = new DatabaseSync(keyFile, { readOnly: true });
    const rows = file.prepare("select owner, key from person_keys").all() as { owner: string; key: string }[];
    file.close();
    const cipher = createCipher([master]);
    return rows.map(({ owner, key }) =>
      createSecretKey(cipher.open(key, { table: "person_keys", column: "key", row: [owner] }), "base64url"),
    );
  }

  function opens({ place, text }: Sealed, keys: readonly KeyObject[]): boolean {
    const cipher = createCipher([master]);
    cipher.refuseUnsealed("all");
    const byMaster = () => cipher.open(text, place);
    const byPerson = keys.map((key) => () => decrypted(key, text.replace(/^~3\./, ""), place));
    return [byMaster, ...byPerson].some((open) => {
      try {
        return open() !== "";
      } catch {
        return false;
      }
    });
  }

  /** Every byte of a server: its tables, indexes, write-ahead log and what it keeps besides. */
  async function bytesOf({ address }: Pick<typeof primary, "address">): Promise<Buffer> {
    await rowsOf(address("postgres"), "checkpoint");
    const [row] = await rowsOf<{ data_directory: string }>(address("postgres"), "show data_directory");
    const files = readdirSync(row!.data_directory, { recursive: true, withFileTypes: true });
    return Buffer.concat(
      files.filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name))),
    );
  }

  const plain = [zoe.name, zoe.phone, zoe.typedPhone, zoe.email, zoe.story, zoe.email.toUpperCase()];

  it(
    "an erased person is in no byte of the database, its log and its replica that the keys left open",
    holds("T74"),
    async () => {
      const url = await primary.freshDatabase();
      const store = await storeAt(url, { dataKeys: [master], personKeys: keyFile });
      await storePerson(store, ["lead-prosper"]);
      const [message] = await store.outbox.claim(["lead-prosper"], 2_000_000_000_000);
      await store.outbox.rejected(message!, `${zoe.name} is known to us`);
      const sealed = await sealedIn(url);
      const columns = new Set(sealed.map(({ place }) => `${place.table}.${place.column}`));
      expect([...columns].sort()).toEqual([
        "consents.body",
        "leads.derived",
        "leads.location",
        "leads.record",
        "outbox.last_error",
        "outbox.payload",
        "outbox_attempts.detail",
        "visit_log.body",
      ]);
      const before = keysLeft();
      expect(sealed.filter((each) => !opens(each, before))).toEqual([]);
      // Somebody else, who stays.
      const stays = aSubmission();
      await store.submit(aVisit(), 0, [{ kind: "answer", body: { step: "a" }, at: 1 }], stays);
      await store.consentLog.seal(logKeyOf("k".repeat(32)));
      const database = new URL(url).pathname.slice(1);
      const copied = async () =>
        (await rowsOf(replica.address(database), "select id from leads")).length === 2;
      await waitFor("the replica", () => copied().catch(() => false));

      await store.people.erase({ email: zoe.email });
      expect(await store.people.scrub()).toBe(true);
      await store.close();
      const other = (await sealedIn(url)).filter(({ place }) => String(place.row[0]).includes(stays.lead.id));
      expect(other.length).toBeGreaterThan(2);
      const erased = async () =>
        (await rowsOf(replica.address(database), "select id from leads where erased_at is not null"))
          .length === 1;
      await waitFor("the replica", erased);

      for (const server of [primary, replica]) {
        const bytes = await bytesOf(server);
        expect(plain.filter((value) => bytes.includes(value))).toEqual([]);
        // The sealed text is still there: its key is gone.
        const left = sealed.filter(({ text }) => bytes.includes(text));
        expect(left.length).toBeGreaterThan(4);
        expect(left.filter((each) => opens(each, keysLeft()))).toEqual([]);
        expect(left.filter((each) => !opens(each, before))).toEqual([]);
        expect(other.filter((each) => !bytes.includes(each.text) || !opens(each, keysLeft()))).toEqual([]);
      }
    },
  );
});

describe("consents", () => {
  const master = "a".repeat(32);
  const key = logKeyOf("k".repeat(32));
  const keyFile = () => join(mkdtempSync(join(tmpdir(), "claimpath-keys-")), "person-keys.db");
  const dayMs = 24 * 60 * 60 * 1000;

  describe.each(databases)("a consent in a store on $name", ({ start }) => {
    const server = databasesOf(start);
    let url: string;
    let personKeys: string;
    beforeEach(async () => {
      url = await server.freshUrl();
      personKeys = keyFile();
    });
    const open = (now = Date.now) => storeAt(url, { now, dataKeys: [master], personKeys });

    it("is erased with its person, and its place in the log is proven as before", holds("T100"), async () => {
      const store = await open();
      const { lead } = await storePerson(store);
      await store.submit(aVisit(), 0, [], aSubmission());
      await store.consentLog.seal(key);
      const before = (await store.consents.ofLead(lead.id))!;
      expect(before.body).toContain(zoe.phone);
      const [kept] = await sqlOn(url, `select * from consents where lead_id = '${lead.id}'`);
      expect(String(kept!.body)).toMatch(/^~3\./);

      await store.people.erase({ email: zoe.email });
      expect(await store.consents.ofLead(lead.id)).toEqual({ ...before, body: "" });
      expect((await store.people.find({ phone: zoe.phone })).consents).toEqual([]);

      const head = (await store.consentLog.newestHead())!;
      const { size, root } = openNote(head.note, key)!;
      const proof = await store.consentLog.inclusion(before.seq!, size);
      expect(rootByInclusion(Buffer.from(before.leaf!, "hex"), before.seq!, size, proof)).toEqual(root);
      expect(await verifyLog(store, { key, witnessed: [head.note] })).toMatchObject({
        ok: true,
        sealed: 2,
        erased: 1,
      });
      await sqlOn(url, "update leads set erased_at = null");
      expect(await verifyLog(store), "not on record").toMatchObject({ ok: false });

      // Not a byte of its row was changed, which the site's role in the database does not permit.
      expect(await sqlOn(url, `select * from consents where lead_id = '${lead.id}'`)).toEqual([kept]);
      await store.close();
    });

    it("outlives its lead, until its person asks for erasure", holds("T100"), async () => {
      const store = await open();
      const { lead } = await storePerson(store);
      await store.close();
      const later = await open(() => Date.now() + 2 * dayMs);
      expect(await later.retention.sweep({ undelivered: dayMs })).toEqual({ undelivered: 1 });
      expect((await later.leads.get(lead.id))?.record).toEqual({});
      expect((await later.consents.ofLead(lead.id))?.body).toContain(zoe.phone);
      await later.people.erase({ phone: zoe.phone });
      expect((await later.consents.ofLead(lead.id))?.body).toBe("");
      expect(await verifyLog(later)).toMatchObject({ ok: true, unsealed: 1 });
      await later.close();
    });
  });

  const server = databasesOf(sqlite.start);

  it("the commands say what happens to a consent", async () => {
    const env = { DATABASE_URL: await server.freshUrl(), SESSION_SECRETS: "s".repeat(32), DATA_KEYS: master };
    const personKeys = keyFile();
    const store = await storeAt(env.DATABASE_URL, { dataKeys: [master], personKeys });
    const { lead } = await storePerson(store);
    await store.close();
    const run = (command: string) => runCommand(command, { ...env, PERSON_KEYS: personKeys });
    expect((await run(`consent show ${lead.id}`)).stdout).toMatch(/SHA-256 of the text: \w{64}/);
    expect((await run(`privacy delete --phone ${zoe.phone}`)).stdout).toMatch(/, 1 consent\n/);
    expect((await run(`privacy delete --phone ${zoe.phone} --yes`)).stdout).toContain(
      "Nobody can read their consent any more",
    );
    const { stdout } = await run(`consent show ${lead.id}`);
    expect(stdout).toContain("Erased with its person: what is left is its leaf in the log");
    expect(stdout).not.toMatch(/SHA-256|canary/);
  });
});
