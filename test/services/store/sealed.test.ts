import { createCipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import {
  CamelCasePlugin,
  DummyDriver,
  type Insertable,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { describe, expect, it } from "vitest";
import { verifyLog } from "../../../services/consent-log/verify-log.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { lookAtSealing } from "../../../services/operations/doctor/store.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import type { Schema } from "../../../services/store/engine/schema.ts";
import { sqlitePath } from "../../../services/store/engine/sqlite-file.ts";
import { inBytes, inText } from "../../../services/store/sealed/bytes.ts";
import { createCipher } from "../../../services/store/sealed/cipher.ts";
import { packed, unpacked } from "../../../services/store/sealed/packing.ts";
import { sealing } from "../../../services/store/sealed/plugin.ts";
import { databases, databasesOf, sqlite, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { change, sqlOn } from "../../support/store-reader.ts";
import { aVisit } from "../../support/submissions.ts";

describe("sealing", () => {
  const [first, second] = ["a".repeat(32), "b".repeat(32)];
  const words = [zoe.email, zoe.name, zoe.story, zoe.phone, zoe.typedPhone, "192.0.2.1"];
  const tables = ["visits", "visit_log", "leads", "outbox", "consents", "bad_emails", "phone_codes"];

  const place = { table: "leads", column: "record", row: ["one"] };

  describe("the cipher", () => {
    const cipher = createCipher([first]);

    it("opens what it sealed, and leaves empty values", () => {
      fc.assert(
        fc.property(fc.string({ unit: "grapheme" }), (text) => {
          const sealed = cipher.seal(text, place);
          expect(cipher.open(sealed, place)).toBe(text);
          expect(sealed === text).toBe(["", "{}", "[]"].includes(text));
        }),
      );
      expect(cipher.seal("same", place)).not.toBe(cipher.seal("same", place));
    });

    it("opens nothing that was altered, moved to another place or sealed by another key", () => {
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
    const kyselyOf = (by: Parameters<typeof sealing>[0]) =>
      new Kysely<Schema>({
        dialect: { ...adapter, ...compiling },
        plugins: [new CamelCasePlugin(), sealing(by)],
      });
    const db = kyselyOf(createCipher([first]));

    /** Queries that read a sealed column, each with its refusal; they need no row and no key for that. */
    const reads: [refusal: string | undefined, (of: typeof db) => { compile(): unknown }][] = [
      [undefined, (of) => of.selectFrom("leads").selectAll().where("erasedAt", "is", null)],
      [undefined, (of) => of.selectFrom("leads as one").select(["one.record", "one.id"])],
      [undefined, (of) => of.selectFrom("outbox").select("id").where("payload", "!=", "")],
      [undefined, (of) => of.selectFrom("alarmNotices").select(["destination", "body"])],
      [undefined, (of) => of.selectFrom(of.selectFrom("leads").selectAll().as("in")).selectAll()],
      [
        undefined,
        (of) =>
          of
            .with("in", () => of.selectFrom("leads").selectAll())
            .selectFrom("in")
            .selectAll(),
      ],
      [undefined, (of) => of.deleteFrom("leads").returning(["id", "location"])],
      ["leads.record without id", (of) => of.selectFrom("leads").select(["record", "erasedAt"])],
      ["consents.body without lead_id", (of) => of.selectFrom("consents").select("body")],
      ["visit_log.body without seq", (of) => of.selectFrom("visitLog").select(["visitId", "body"])],
      ["leads.record without id", (of) => of.updateTable("leads").set({ variant: "c" }).returning("record")],
      ["leads.record without id", (of) => of.deleteFrom("leads").returning(["record", "variant"])],
      [
        "outbox.payload without id of its own row",
        (of) =>
          of.selectFrom("outbox").innerJoin("leads", "leads.id", "leadId").select(["leads.id", "payload"]),
      ],
      [
        "leads.record beside another column of this name",
        (of) =>
          of.selectFrom(["leads", "leads as other"]).select(["leads.id", "leads.record", "other.record"]),
      ],
      [
        "leads.record beside all columns of another table",
        (of) => of.selectFrom("visits").innerJoin("leads", "origin", "visits.id").selectAll(),
      ],
      ["under another name, text", (of) => of.selectFrom("leads").select(["id", "record as text"])],
      [
        "under another name, text",
        (of) => of.selectFrom(of.selectFrom("leads").select(["id", "record as text"]).as("in")).selectAll(),
      ],
      [
        "without id of its own row",
        (of) => of.selectFrom(of.selectFrom("leads").select("record").as("in")).selectAll(),
      ],
      [
        "without id",
        (of) =>
          of
            .with("in", () => of.selectFrom("leads").select("record"))
            .selectFrom("in")
            .selectAll(),
      ],
      ["in a union", (of) => of.selectFrom("leads").selectAll().unionAll(of.selectFrom("leads").selectAll())],
      [
        "within another query",
        (of) => of.selectFrom("visits").select((eb) => eb.selectFrom("leads").select("record").as("x")),
      ],
      ["to compute with it", (of) => of.selectFrom("leads").select("id").where("record", "like", "%zoe%")],
      [
        "to compute with it",
        (of) => of.selectFrom("leads").select(({ fn }) => fn.max("location").as("location")),
      ],
      ["to compute with it", (of) => of.selectFrom("leads").select("id").orderBy("location")],
      [
        "to compute with it",
        (of) => of.selectFrom("outbox").innerJoin("leads", "record", "payload").select("leads.id"),
      ],
      ["in a piece of SQL", (of) => of.selectFrom("leads").select(["id", sql`json(record)`.as("x")])],
      ["in a piece of SQL", (of) => ({ compile: () => sql`select record from leads`.compile(of) })],
    ];

    it.each(["sealed", "unsealed"] as const)("a query of a sealed column must name its row: %s", (kind) => {
      const of = kind === "sealed" ? db : kyselyOf("unsealed");
      for (const [refusal, query] of reads) {
        if (refusal) expect(() => query(of).compile(), String(query)).toThrow(refusal);
        else query(of).compile();
      }
      const [, whole] = reads[0]!;
      expect(() => whole(kyselyOf("closed")).compile()).toThrow("leads.record is read without the keys");
    });

    it("blanks what is stored, and lets nothing else be written over it", () => {
      const blank = db.updateTable("outbox").set({ payload: "", lastError: "" }).compile();
      expect(blank.parameters).toEqual(["", ""]);
      const copied = db.updateTable("leads").set((eb) => ({ record: eb.ref("location") }));
      expect(() => copied.compile()).toThrow("leads.location to compute with it");
      // A receiver's answer may follow another one, in a row that is named.
      const named = db.updateTable("outbox").set({ lastError: zoe.email });
      expect(named.where("id", "=", "one").compile().parameters).toEqual([
        expect.stringMatching(/^~2\./),
        "one",
      ]);
      expect(() => named.where("leadId", "=", "one").compile()).toThrow("a row that says which it is");
      expect(() => named.where("id", "!=", "one").compile()).toThrow("a row that says which it is");
    });

    it.each(["sealed", "unsealed"] as const)("rejects values that it cannot seal: %s", (kind) => {
      const of = kind === "sealed" ? db : kyselyOf("unsealed");
      const row = { record: zoe.email, derived: "[]", location: "" } as Insertable<Schema["leads"]>;
      const other = of.selectFrom("dayNotes").select(["id", "words"]);
      const writes: [refusal: string, { compile(): unknown }][] = [
        ["a row that says which it is", of.insertInto("leads").values(row)],
        ["of which the row shows", of.insertInto("leads").columns(["id", "record"]).expression(other)],
        ["columns with names", of.insertInto("leads").expression(other)],
        [
          "record takes no other text",
          of
            .insertInto("leads")
            .values({ ...row, id: "l" })
            .onConflict((c) => c.column("id").doUpdateSet({ record: zoe.email })),
        ],
        ["id stays", of.updateTable("leads").set({ id: "other" })],
        ["a row that says which it is", of.updateTable("outbox as o").set({ payload: zoe.email })],
        [
          "a row that says which it is",
          of.updateTable("outbox").from("leads").set({ lastError: zoe.email }).where("leads.id", "=", "l"),
        ],
      ];
      for (const [refusal, query] of writes) expect(() => query.compile(), refusal).toThrow(refusal);
    });
  });

  describe.each(databases)("a sealed store on $name", ({ start }) => {
    const server = databasesOf(start);
    const time = 1_700_000_000_000;
    const open = (url: string, ...dataKeys: string[]) => storeAt(url, { now: () => time, dataKeys });

    /** Everything that the database itself reveals. */
    async function stored(url: string): Promise<string> {
      const rows = await Promise.all(tables.map((table) => sqlOn(url, `select * from ${table}`)));
      return JSON.stringify(rows);
    }

    it("reveals nobody in it, and still finds and forgets them", async () => {
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

    it("is made from a plain one, and moved to another key, while in use", async () => {
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

    it("is not opened without its key", async () => {
      const url = await server.freshUrl();
      await (await open(url, first)).close();
      await expect(open(url)).rejects.toThrow("DATA_KEYS must be set");
      await expect(open(url, second)).rejects.toThrow("DATA_KEYS must have the key");
      await (await open(url, second, first)).close();
    });
  });

  const server = databasesOf(sqlite.start);

  it("the files of a sealed SQLite store contain nothing in plain text", async () => {
    const url = await server.freshUrl();
    const plain = await storeAt(url, { dataKeys: [] });
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
});

const key = "a".repeat(32);

/** A value as the program sealed it until November 2026: only the column was authenticated. */
function formerlySealed(text: string, column: string): string {
  const mark = createHmac("sha256", key).update("data").digest("hex").slice(0, 8);
  const dataKey = Buffer.from(hkdfSync("sha256", key, "", "claimpath data", 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", dataKey, iv).setAAD(Buffer.from(column));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `~1.${mark}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

describe.each(databases)("what texts have alike, in a store on $name,", ({ start }) => {
  const server = databasesOf(start);
  const body = { step: "AtFault", answers: { at_Fault: "no" }, today: { year: 2026, month: 11, day: 29 } };
  const week = 7 * 24 * 60 * 60_000;

  it("is packed from the start, and a week after programs have served that do not read it", async () => {
    const url = await server.emptyUrl();
    const bodies = async () => {
      const connection = await openConnection(url, silentLog);
      const { rows } = await sql<{ body: string }>`select body from visit_log`.execute(
        connection.db.withoutPlugins(),
      );
      await connection.close();
      return rows.map((row) => row.body);
    };
    const add = async (id: string, at: number) => {
      const store = await storeAt(url, { now: () => at, dataKeys: [] });
      await store.visits.append(aVisit({ id }), 0, [{ kind: "answer", body, at }]);
      const read = await Promise.all(["new", "beside", "later"].map((each) => store.visits.load(each)));
      await store.close();
      return read.flatMap((visit) => visit?.entries.map((entry) => entry.body) ?? []);
    };
    const now = Date.now();
    await add("new", now);
    expect((await bodies())[0]!.length).toBeLessThan(JSON.stringify(body).length / 2);
    await sqlOn(url, "update kysely_migration set timestamp = '2026-11-01' where name = '001-first'");
    await add("beside", now + week / 2);
    expect(await bodies()).toContain(JSON.stringify(body));
    expect(await add("later", now + 2 * week)).toEqual([body, body, body]);
    expect((await bodies()).filter((text) => text.startsWith("{"))).toHaveLength(1);
  });
});

describe("sealed texts on SQLite", () => {
  const server = databasesOf(sqlite.start);
  const body = { step: "AtFault", answers: { at_Fault: "no" }, today: { year: 2026, month: 11, day: 29 } };
  const week = 7 * 24 * 60 * 60_000;

  it("are bytes from the start, and a week after programs have served that do not read them", async () => {
    const url = await server.emptyUrl();
    const forms = () =>
      change(sqlitePath(url), (database) =>
        database.prepare("select typeof(body) as form from visit_log order by at").all(),
      ).map(({ form }) => form);
    const add = async (id: string, at: number, ...dataKeys: string[]) => {
      const store = await storeAt(url, { now: () => at, dataKeys });
      await store.visits.append(aVisit({ id }), 0, [{ kind: "answer", body, at }]);
      const read = await Promise.all(["new", "beside", "later"].map((each) => store.visits.load(each)));
      const changed = dataKeys.length > 1 ? await store.rekey() : 0;
      await store.close();
      expect(read.flatMap((visit) => visit?.entries.map((entry) => entry.body) ?? [])).toEqual(
        read.filter((visit) => visit !== undefined).map(() => body),
      );
      return changed;
    };
    const now = Date.now();
    await add("new", now, key);
    expect(await forms()).toEqual(["blob"]);
    await sqlOn(url, "update kysely_migration set timestamp = '2026-11-01' where name = '001-first'");
    await add("beside", now + week / 2, key);
    expect(await forms()).toEqual(["blob", "text"]);
    // All are sealed again, whatever form they had.
    expect(await add("later", now + 2 * week, "a newer key".repeat(4), key)).toBe(2);
    expect(await forms()).toEqual(["blob", "blob", "blob"]);
  });

  it("are the same texts again, and what only looks like one stays as it is", () => {
    const sealed = createCipher([key]).seal("text", { table: "leads", column: "record", row: ["one"] });
    const own = `~3.${sealed.slice("~2.01234567.".length)}`;
    for (const text of [sealed, own])
      expect([inBytes(text), inText(inBytes(text))]).toEqual([expect.any(Buffer), text]);
    // The last sign has bits that no bytes say.
    for (const text of ["~2.", "~2.01234567.", "~3.A", "~3.AB", `~2.${own.slice(3)}`, "~1.AAAA", "text", ""])
      expect(inBytes(text)).toBe(text);
  });
});

it("what is packed is read as it was written", () => {
  const phrase = fc.constantFrom(
    "yes",
    '","at_Fault":"',
    "&",
    "\u0001",
    "\u007f",
    "😀",
    "{}",
    "no",
    "AtFault",
  );
  const text = fc.array(fc.oneof(phrase, fc.string({ unit: "grapheme" }))).map((parts) => parts.join(""));
  fc.assert(fc.property(text, (text) => void expect(unpacked(packed(`{${text}`))).toBe(`{${text}`)));
});

describe.each(databases)("somebody who writes to a sealed store on $name", ({ start }) => {
  const server = databasesOf(start);

  const open = (url: string, ...dataKeys: string[]) => storeAt(url, { dataKeys });
  const doctorOn = async (url: string) => {
    const connection = await openConnection(url, silentLog);
    const [finding] = await lookAtSealing(connection);
    await connection.close();
    return finding?.verdict;
  };
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

  it("cannot replace sealed values by plain text", holds("T71"), async () => {
    const url = await server.freshUrl();
    const store = await open(url, key);
    const { lead } = await storePerson(store);
    const forged = JSON.stringify({ ...lead.record, phone: "(212) 555-0199" });
    await sqlOn(url, `update leads set record = ${quoted(forged)}`);
    await expect(store.leads.get(lead.id)).rejects.toThrow(/leads\.record of .+ is not sealed/);
    await expect(store.leads.list({ limit: 9 })).rejects.toThrow(/leads\.record of .+ is not sealed/);
    await sqlOn(url, `update outbox set payload = ${quoted(forged)}`);
    await expect(store.outbox.list({})).rejects.toThrow(/outbox\.payload of .+ is not sealed/);
    await sqlOn(url, `update leads set record = ${quoted(formerlySealed(forged, "record"))}`);
    await expect(store.leads.get(lead.id)).rejects.toThrow(/leads\.record of .+ is not sealed/);
    await expect(store.rekey()).rejects.toThrow(/leads\.record of .+ is not sealed/);
    await store.close();
  });

  it("cannot move sealed values to another row, column or table", holds("T72"), async () => {
    const url = await server.freshUrl();
    const store = await open(url, key);
    const [one, two] = [(await storePerson(store)).lead, (await storePerson(store)).lead];
    const before = await store.leads.get(one.id);
    const visit =
      (await store.visits.latestWithLead(before!.origin)) ?? (await store.visits.load(before!.origin));
    const refused = async (change: string, read: () => Promise<unknown>) => {
      const rows = await sqlOn(url, "select id, record, location from leads");
      await sqlOn(url, change);
      await expect(read()).rejects.toThrow("altered or moved");
      for (const { id, record, location } of rows)
        await sqlOn(
          url,
          `update leads set record = ${quoted(record as string)}, location = ${quoted(location as string)} where id = '${id}'`,
        );
    };
    const read = () => store.leads.get(one.id);
    const ofOther = (column: string) => `(select ${column} from leads where id = '${two.id}')`;
    await refused(`update leads set record = ${ofOther("record")} where id = '${one.id}'`, read);
    await refused(`update leads set location = record where id = '${one.id}'`, read);
    await refused(
      `update leads set record = (select payload from outbox where lead_id = '${one.id}' limit 1) where id = '${one.id}'`,
      read,
    );
    expect(await read()).toEqual(before);
    await sqlOn(
      url,
      `update visit_log set body = (select body from consents where lead_id = '${one.id}') where visit_id = '${before!.origin}'`,
    );
    await expect(store.visits.load(visit!.id)).rejects.toThrow("altered or moved");
    await store.close();
  });

  it(
    "values sealed the former way, or not at all, are accepted until everything is sealed",
    holds("T71"),
    async () => {
      const url = await server.freshUrl();
      const plain = await open(url);
      const [one, two] = [(await storePerson(plain)).lead, (await storePerson(plain)).lead];
      const before = await plain.leads.list({ limit: 9 });
      await plain.close();
      const [row] = await sqlOn(url, `select record from leads where id = '${one.id}'`);
      const former = formerlySealed(String(row!.record), "record");
      await sqlOn(url, `update leads set record = '${former}' where id = '${one.id}'`);
      const mark = formerlySealed("readable", "data-check");
      await sqlOn(url, `insert into store_keys (name, value) values ('data-check', '${mark}')`);

      const store = await open(url, key);
      expect(await store.leads.list({ limit: 9 })).toEqual(before);
      expect(await doctorOn(url)).toBe("wrong");
      expect(await store.rekey()).toBeGreaterThan(4);
      expect(await doctorOn(url)).toBe("ok");
      expect(await store.rekey()).toBe(0);
      expect(await store.leads.list({ limit: 9 })).toEqual(before);
      await store.close();
      await sqlOn(url, `update leads set record = '${former}' where id = '${one.id}'`);
      const again = await open(url, key);
      await expect(again.leads.get(one.id)).rejects.toThrow(/leads\.record of .+ is not sealed/);
      expect((await again.leads.get(two.id))?.record.email).toBe(zoe.email);
      await again.close();
    },
  );
});
