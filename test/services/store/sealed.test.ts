import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import {
  DummyDriver,
  type Insertable,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { describe, expect, test } from "vitest";
import { verifyLog } from "../../../services/evidence/verify-log.ts";
import type { Schema } from "../../../services/store/engine/schema.ts";
import { sqlitePath } from "../../../services/store/engine/sqlite-file.ts";
import { createCipher } from "../../../services/store/sealed/cipher.ts";
import { sealing } from "../../../services/store/sealed/plugin.ts";
import type { Store } from "../../../services/store/store.ts";
import { databases, databasesOf, sqlite, storeAt } from "../../support/databases.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { sqlOn } from "../../support/sql-on.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const [first, second] = ["a".repeat(32), "b".repeat(32)];
const words = [zoe.email, zoe.name, zoe.story, zoe.phone, zoe.typedPhone, "192.0.2.1"];
const tables = ["visits", "visit_log", "leads", "outbox", "consents", "bad_emails", "phone_codes"];

const place = { table: "leads", column: "record", row: ["one"] };

describe("the cipher", () => {
  const cipher = createCipher([first]);

  test("opens what it sealed, and leaves what says nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const sealed = cipher.seal(text, place);
        expect(cipher.open(sealed, place)).toBe(text);
        expect(sealed === text).toBe(["", "{}", "[]"].includes(text));
      }),
    );
    expect(cipher.seal("same", place)).not.toBe(cipher.seal("same", place));
  });

  test("opens nothing that was altered, moved to another place or sealed by another", () => {
    const sealed = cipher.seal("text", place);
    const altered = sealed.slice(0, -2) + (sealed.at(-2) === "A" ? "B" : "A") + sealed.at(-1);
    expect(() => cipher.open(altered, place)).toThrow("altered");
    expect(() => cipher.open(sealed.slice(0, 20), place)).toThrow();
    for (const other of [{ column: "derived" }, { table: "outbox" }, { row: ["two"] }])
      expect(() => cipher.open(sealed, { ...place, ...other })).toThrow("altered or moved");
    expect(() => createCipher([second]).open(sealed, place)).toThrow("DATA_KEYS lacks the key");
    expect(createCipher([second, first]).open(sealed, place)).toBe("text");
  });
});

describe("the plugin", () => {
  const adapter = { createAdapter: () => new SqliteAdapter(), createDriver: () => new DummyDriver() };
  const compiling = {
    createIntrospector: (of: Kysely<unknown>) => new SqliteIntrospector(of),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  const db = new Kysely<Schema>({
    dialect: { ...adapter, ...compiling },
    plugins: [sealing(createCipher([first]))],
  });

  test("blanks what is stored, and lets nothing else be written over it", () => {
    const blank = db.updateTable("outbox").set({ payload: "", lastError: "gone" }).compile();
    expect(blank.parameters).toEqual(["", "gone"]);
    const change = db.updateTable("outbox").set({ payload: zoe.email });
    expect(() => change.compile()).toThrow("payload takes no other text");
    const copied = db.updateTable("leads").set((eb) => ({ record: eb.ref("location") }));
    expect(() => copied.compile()).toThrow("record takes no other text");
    // A receiver's answer may follow another one, in a row that is named.
    const named = db.updateTable("outbox").set({ last_error: zoe.email } as object);
    expect(named.where("id", "=", "one").compile().parameters).toEqual([
      expect.stringMatching(/^~2\./),
      "one",
    ]);
    expect(() => named.where("leadId", "=", "one").compile()).toThrow("a row that says which it is");
    expect(() => named.where("id", "!=", "one").compile()).toThrow("a row that says which it is");
  });

  test("lets nothing into them that it cannot seal", () => {
    const row = { record: zoe.email, derived: "[]", location: "" } as Insertable<Schema["leads"]>;
    expect(() => db.insertInto("leads").values(row).compile()).toThrow("a row that says which it is");
  });
});

describe.each(databases)("a sealed store on $name", ({ start }) => {
  const server = databasesOf(start);
  let time = 1_700_000_000_000;
  const open = (url: string, ...dataKeys: string[]) => storeAt(url, { now: () => time, dataKeys });

  /** All that the database itself gives away. */
  async function stored(url: string): Promise<string> {
    const rows = await Promise.all(tables.map((table) => sqlOn(url, `select * from ${table}`)));
    return JSON.stringify(rows);
  }

  /** Everything the store says of what was done with it. */
  async function said(store: Store, ids: string[]) {
    const messages = await store.outbox.list({});
    return {
      leads: await Promise.all(ids.map((id) => store.leads.get(id))),
      list: await store.leads.list({ limit: 99 }),
      visits: await Promise.all(ids.map((id) => store.visits.load(`visit of ${id}`))),
      consents: await Promise.all(ids.map((id) => store.consents.ofLead(id))),
      messages,
      claimed: await store.outbox.claim(["lead-prosper"], 2_000_000_000_000),
      verdict: await verifyLog(store),
    };
  }

  test("behaves as a plain one", async () => {
    const json = fc.dictionary(fc.string({ maxLength: 9 }), fc.string({ unit: "binary", maxLength: 30 }));
    const run = fc.array(fc.record({ record: json, answer: json }), { minLength: 1, maxLength: 6 });
    const plainUrl = await server.freshUrl();
    const sealedUrl = await server.freshUrl();
    const [plain, sealed] = [await open(plainUrl), await open(sealedUrl, first)];
    await fc.assert(
      fc.asyncProperty(run, async (leads) => {
        const ids: string[] = [];
        for (const { record, answer } of leads) {
          const submission = aSubmission();
          submission.lead.record = record;
          submission.outbox[0]!.payload = record;
          const { id } = submission.lead;
          ids.push(id);
          const visit = aVisit({ id: `visit of ${id}` });
          const log = [{ kind: "answer", body: answer, at: 1 }];
          for (const store of [plain, sealed]) await store.submit(visit, 0, log, submission);
          // Of messages that are as old as each other either store may take any.
          time += 1;
        }
        expect(await said(sealed, ids)).toEqual(await said(plain, ids));
      }),
      { numRuns: 3 },
    );
    expect(await stored(sealedUrl)).not.toContain("I agree to be called");
    expect(await stored(plainUrl)).toContain("I agree to be called");
    await Promise.all([plain.close(), sealed.close()]);
  });

  test("shows nobody who is in it, and still finds and forgets them", async () => {
    const url = await server.freshUrl();
    const store = await open(url, first);
    await storePerson(store);
    const rows = await stored(url);
    for (const word of words) expect(rows).not.toContain(word);
    expect((await store.people.find({ phone: zoe.phone })).leads).toMatchObject([
      { record: { email: zoe.email } },
    ]);
    await store.people.erase({ email: zoe.email });
    expect((await store.people.find({ email: zoe.email })).leads).toEqual([]);
    await store.close();
  });

  test("is made of a plain one, and moved to another key, while it goes on", async () => {
    const url = await server.freshUrl();
    const plain = await open(url);
    const { lead } = await storePerson(plain);
    const same = { kind: "answer", body: zoe.email, at: 1 };
    await plain.visits.append(aVisit(), 0, Array(210).fill(same));
    // Twice the same in one visit: each is sealed for its own place. One that says nothing needs no sealing.
    const empty = { ...same, body: {} };
    const twice = aVisit({ id: "twice" });
    await plain.visits.append(twice, 0, [same, same, empty]);
    expect(await plain.rekey()).toBeUndefined();
    await plain.close();

    const sealed = await open(url, first);
    const before = await sealed.leads.get(lead.id);
    expect(before?.record.email).toBe(zoe.email);
    expect(await sealed.rekey()).toBe(216);
    expect((await sealed.visits.load("twice"))!.entries.map(({ body }) => body)).toEqual([
      zoe.email,
      zoe.email,
      {},
    ]);
    expect(await sealed.rekey()).toBe(0);
    for (const word of words) expect(await stored(url)).not.toContain(word);
    await sealed.close();

    const moved = await open(url, second, first);
    expect(await moved.rekey()).toBe(216);
    await moved.close();
    const alone = await open(url, second);
    expect(await alone.leads.get(lead.id)).toEqual(before);
    expect(await verifyLog(alone)).toMatchObject({ ok: true, count: 1 });
    await alone.close();
  });

  test("is not opened without its key", async () => {
    const url = await server.freshUrl();
    await (await open(url, first)).close();
    await expect(open(url)).rejects.toThrow("DATA_KEYS must be set");
    await expect(open(url, second)).rejects.toThrow("DATA_KEYS must have the key");
    await (await open(url, second, first)).close();
  });
});

const server = databasesOf(sqlite.start);

test("the files of a SQLite store that was sealed hold nothing in plain text", async () => {
  const url = await server.freshUrl();
  const plain = await storeAt(url);
  for (let count = 0; count < 5; count++) await storePerson(plain);
  const folder = dirname(sqlitePath(url));
  const bytes = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "latin1"))
      .join("");
  for (const word of words) expect(bytes()).toContain(word);
  await plain.close();
  const store = await storeAt(url, { dataKeys: [first] });
  await store.rekey();
  for (const word of words) expect(bytes()).not.toContain(word);
  await store.close();
});
