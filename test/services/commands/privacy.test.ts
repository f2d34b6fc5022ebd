import { beforeAll, expect, test } from "vitest";
import { databasesOf, sqlite, storeAt } from "../../support/databases.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { runCommand } from "../../support/run-command.ts";

const server = databasesOf(sqlite.start);
let url: string;
let leadId: string;
const [hashKey, secret] = ["h".repeat(32), "s".repeat(32)];
const open = () => storeAt(url, { hashKey, codeKeys: [secret] });

beforeAll(async () => {
  url = await server.freshUrl();
  const store = await open();
  const { lead } = await storePerson(store);
  leadId = lead.id;
  const message = (await store.outbox.claim(["lead-prosper"], Date.now()))[0]!;
  await store.outbox.delivered(message, "accepted", "");
  await store.close();
});

const run = (line: string) =>
  runCommand(line, { DATABASE_URL: url, HASH_KEY: hashKey, SESSION_SECRETS: secret });

test("export prints one document of all that is held, each part with its purpose", async () => {
  const { status, stdout, stderr } = await run(`privacy export --email ${zoe.email} --phone ${zoe.phone}`);
  expect([status, stderr]).toEqual([0, ""]);
  const document = JSON.parse(stdout);
  expect(document.about).toEqual({ email: zoe.email, phone: zoe.phone });
  expect(document.leads.items).toMatchObject([{ id: leadId, record: { case_description: zoe.story } }]);
  expect(document.visits.items[0].entries[0].body.answers.phone).toBe(zoe.typedPhone);
  expect(document.messages.items[0]).toMatchObject({
    destination: "lead-prosper",
    payload: { email: zoe.email },
  });
  expect(document.consents.items[0].body.phone).toBe(zoe.phone);
  expect(document.phoneCodes.items).toHaveLength(1);
  expect(document.codeTries.items.length).toBeGreaterThan(0);
  expect(document.refusedEmails.items).toHaveLength(2);
  expect(document.requests.items).toEqual([]);
  for (const { purpose } of Object.values(document).slice(2) as { purpose: string }[]) {
    expect(purpose).toMatch(/\w+ \w+/);
  }
});

test("delete says what would go, erases it when sure, and leaves the rest to be notified", async () => {
  const asked = await run(`privacy delete --email ${zoe.email}`);
  expect(asked.stdout).toMatch(
    /^Found: 1 lead, 1 visit, 1 message, \d records of checks, 1 consent \(kept\)\n/,
  );
  expect(asked.stdout).toContain("Nothing was changed.");
  const done = await run(`privacy delete --email ${zoe.email} --phone ${zoe.phone} --yes`);
  expect([done.status, done.stderr]).toEqual([0, ""]);
  const notice = `${leadId}.deletion.lead-prosper`;
  expect(done.stdout).toContain(`lead-prosper will be notified: ${notice}`);
  expect((await run(`consent show ${leadId}`)).stdout).toContain("Evidence only: its lead was erased 20");
  expect((await run("consent verify")).status).toBe(0);
  expect((await run(`privacy mark-notified ${notice}`)).stdout).toBe("1 deletion notice closed\n");
  const store = await open();
  expect(await store.leads.list({ limit: 9 })).toEqual([]);
  expect(await store.outbox.list({})).toMatchObject([{ id: notice, status: "delivered" }]);
  const left = await store.people.find({ email: zoe.email, phone: zoe.phone });
  expect(left).toMatchObject({ phoneCodes: [], codeTries: [], refusedEmails: [] });
  expect((await store.people.find({ email: zoe.email })).requests.map(({ kind }) => kind)).toEqual([
    "export",
    "delete",
  ]);
  await store.close();
});
