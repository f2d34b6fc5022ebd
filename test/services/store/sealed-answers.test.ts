import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { lookAtSealing } from "../../../services/operations/doctor/store.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import type { Store } from "../../../services/store/store.ts";
import { databases, databasesOf, postgres, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";

const key = "a".repeat(32);
const personKeys = () => join(mkdtempSync(join(tmpdir(), "claimpath-keys-")), "person-keys.db");
const receivers = ["fails", "refuses", "passes", "waits", "late", "next", "takes", "sells", "withdrawn"];
const answerOf = (receiver: string) => `${receiver} answered that ${zoe.name} was here before`;

type Stored = { last_error: string | null; detail: string | null };
const rows = (url: string) =>
  sqlOn<Stored>(url, "select last_error, detail from outbox left join outbox_attempts on outbox_id = id");

/** Has one lead answered in every way that a delivery can end, and be put off. */
async function answered(store: Store) {
  const { lead } = await storePerson(
    store,
    receivers.filter((name) => name !== "next"),
  );
  const { outbox } = store;
  const claimed = async (name: string) => (await outbox.claim([name], 2_000_000_000_000))[0]!;
  const [fails, passes, sells] = [await claimed("fails"), await claimed("passes"), await claimed("sells")];
  await outbox.retryAt(fails, 3_000_000_000_000, answerOf("fails"));
  await outbox.passOn(passes, {
    outcome: "rejected",
    detail: answerOf("passes"),
    next: { name: "next", at: 0 },
  });
  // A buyer that was asked before is asked again, and the lead is offered from the beginning.
  const again = { outcome: "suppressed" as const, detail: answerOf("passes"), again: 3_000_000_000_000 };
  await outbox.passOn(await claimed("next"), { ...again, next: { name: "passes", at: 0 } });
  await outbox.passOn(await claimed("passes"), {
    outcome: "rejected",
    detail: answerOf("passes"),
    next: undefined,
  });
  const payload = { about: {}, record: { email: zoe.email } };
  const offered = { names: ["passes", "next"], when: () => true };
  const first = { destination: "next", payload };
  expect(await outbox.offer(lead.id, first, { ...offered, when: () => false })).toBe(false);
  expect(await outbox.offer(lead.id, first, offered)).toBe(true);
  const next = await claimed("next");
  expect([next.payload, next.attempts]).toEqual([JSON.stringify(payload), 2]);
  await outbox.retryAt(next, 3_000_000_000_000, answerOf("next"));
  await outbox.defer(await claimed("late"), 3_000_000_000_000, answerOf("late"));
  await outbox.delivered(await claimed("takes"), "accepted", answerOf("takes"));
  const said = { messageId: sells.id, leadId: lead.id, price: 5, buyerId: null, at: 1 };
  await outbox.delivered(sells, "accepted", answerOf("sells"), { said });
  const refuses = await claimed("refuses");
  await outbox.rejected(refuses, answerOf("refuses"));
  await outbox.withdraw(refuses, answerOf("withdrawn"));
  return lead.id;
}

async function read(store: Store, leadId: string) {
  const { messages, attempts } = await store.outbox.ofLead(leadId);
  const byMessage = await store.outbox.attempts(messages.map(({ id }) => id));
  expect(byMessage).toHaveLength(attempts.length);
  expect(byMessage).toEqual(expect.arrayContaining([...attempts]));
  const listed = await store.outbox.list({ leadId });
  expect(listed).toEqual(messages);
  return {
    errors: Object.fromEntries(messages.map(({ destination, lastError }) => [destination, lastError])),
    details: Object.fromEntries(
      attempts.map(({ messageId, detail }) => [messageId.slice(leadId.length + 1), detail]),
    ),
  };
}

const ended = (...names: string[]) => Object.fromEntries(names.map((name) => [name, answerOf(name)]));
const expected = {
  errors: {
    ...ended("refuses", "passes"),
    ...Object.fromEntries(
      ["fails", "late", "waits", "next", "withdrawn"].map((name) => [name, answerOf("withdrawn")]),
    ),
    takes: null,
    sells: null,
  },
  details: ended("fails", "refuses", "passes", "next", "takes", "sells"),
};

describe.each(databases)("what receivers answered, in a store on $name", ({ start }) => {
  const server = databasesOf(start);
  const stateOf = async (url: string) => {
    const connection = await openConnection(url, silentLog);
    const [finding] = await lookAtSealing(connection);
    await connection.close();
    return finding?.verdict;
  };

  test.each(["one key", "a key per person"])(
    "are sealed with %s, and readable by the program",
    holds("T92"),
    async (keys) => {
      const [url, plainUrl] = [await server.freshUrl(), await server.freshUrl()];
      const plain = await storeAt(plainUrl);
      expect(await read(plain, await answered(plain))).toEqual(expected);
      expect(JSON.stringify(await rows(plainUrl))).toContain(zoe.name);
      await plain.close();

      const options: { personKeys?: string } = keys === "one key" ? {} : { personKeys: personKeys() };
      const store = await storeAt(url, { dataKeys: [key], ...options });
      const leadId = await answered(store);
      expect(await read(store, leadId)).toEqual(expected);
      const mark = keys === "one key" ? /^~2\./ : /^~3\./;
      const stored = (await rows(url)).flatMap(({ last_error, detail }) => [last_error, detail]);
      for (const text of stored.filter((each) => each !== null)) expect(text).toMatch(mark);
      expect(stored.filter((each) => each !== null)).toHaveLength(17);
      const env = {
        DATABASE_URL: url,
        SESSION_SECRETS: key,
        DATA_KEYS: key,
        PERSON_KEYS: options.personKeys ?? "",
      };
      const shown = await runCommand(`outbox show ${leadId}.refuses`, env);
      expect([shown.stderr, shown.stdout]).toEqual(["", expect.stringContaining(answerOf("refuses"))]);
      // None can be moved to another row.
      await sqlOn(
        url,
        `update outbox_attempts set detail = (select min(detail) from outbox_attempts where outbox_id like '%.fails')`,
      );
      await expect(store.outbox.ofLead(leadId)).rejects.toThrow("altered or moved");
      await store.close();
    },
  );

  test("are sealed in place, where everything else was sealed before, and refused in plain text from then on", async () => {
    const url = await server.freshUrl();
    const store = await storeAt(url, { dataKeys: [key] });
    const leadId = await answered(store);
    await store.close();
    // A sealed answer as the program left it until November 2026.
    await sqlOn(url, "delete from store_keys where name = 'data-sealed-2'");
    await sqlOn(url, `update outbox set last_error = '${zoe.story}' where last_error is not null`);
    await sqlOn(url, `update outbox_attempts set detail = '${zoe.story}'`);
    expect(await stateOf(url)).toBe("wrong");

    const again = await storeAt(url, { dataKeys: [key] });
    const before = await read(again, leadId);
    expect(before.details).toMatchObject({ fails: zoe.story });
    const [row] = await sqlOn<{ record: string }>(url, "select record from leads");
    await sqlOn(url, "update leads set record = '{\"plain\": 1}'");
    await expect(again.leads.get(leadId)).rejects.toThrow("is not sealed");
    await sqlOn(url, `update leads set record = '${row!.record}'`);

    expect(await again.rekey()).toBe(15);
    expect(JSON.stringify(await rows(url))).not.toContain(zoe.story);
    expect(await stateOf(url)).toBe("ok");
    expect(await read(again, leadId)).toEqual(before);
    expect(await again.rekey()).toBe(0);
    await again.close();
    const last = await storeAt(url, { dataKeys: [key] });
    await sqlOn(url, "update outbox set last_error = 'forged' where destination = 'fails'");
    await expect(last.outbox.list({})).rejects.toThrow(/outbox\.last_error of .+ is not sealed/);
    await last.close();
  });

  test("are gone with an erased person's key, even when they arrive after the erasure", async () => {
    const url = await server.freshUrl();
    const keyFile = personKeys();
    const store = await storeAt(url, { dataKeys: [key], personKeys: keyFile });
    const leadId = await answered(store);
    const [message] = await store.outbox.list({ leadId, destination: "takes" });
    const kept = await sqlOn(url, "select * from outbox where destination in ('refuses', 'takes')");
    const attempts = await sqlOn(url, "select * from outbox_attempts where outbox_id like '%.takes'");
    await store.people.erase({ email: zoe.email });
    // An answer that was on its way when the person was erased.
    await store.outbox.rejected(message!, answerOf("takes"));
    const said = { messageId: message!.id, leadId, price: 5, buyerId: null, at: 1 };
    await store.outbox.delivered(message!, "accepted", answerOf("takes"), { said }).catch(() => undefined);
    const file = new DatabaseSync(keyFile, { readOnly: true });
    expect(file.prepare("select owner from person_keys where owner = ?").all(leadId)).toEqual([]);
    file.close();

    // A backup of before brings the rows again.
    const inserted = (table: string, all: Record<string, unknown>[]) =>
      all.map((row) => {
        const texts = Object.values(row).map((value) =>
          value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`,
        );
        return sqlOn(url, `insert into ${table} (${Object.keys(row)}) values (${texts})`);
      });
    await Promise.all(inserted("outbox", kept));
    await Promise.all(inserted("outbox_attempts", attempts));
    const { errors, details } = await read(store, leadId);
    expect([errors.refuses, details.takes]).toEqual(["", ""]);
    await store.close();
  });
});

const server = databasesOf(postgres.start);

test("a delivery that ends while its row is sealed leaves nothing of the row in plain text", async () => {
  const url = await server.freshUrl();
  const plain = await storeAt(url, { dataKeys: [] });
  const leadId = await answered(plain);
  await plain.close();
  const store = await storeAt(url, { dataKeys: [key] });
  const other = new pg.Client(url);
  await other.connect();
  await other.query("begin");
  await other.query("update outbox set last_error = null where destination = 'refuses'");
  const sealing = store.rekey();
  await expect
    .poll(async () => (await sqlOn(url, "select 1 from pg_locks where not granted")).length)
    .toBeGreaterThan(0);
  await other.query("commit");
  await other.end();
  await sealing;
  const payloads = await sqlOn<{ payload: string }>(url, "select payload from outbox");
  for (const { payload } of payloads) expect(payload).toMatch(/^~2\./);
  expect((await read(store, leadId)).errors).toMatchObject({ refuses: null });
  await store.close();
});
