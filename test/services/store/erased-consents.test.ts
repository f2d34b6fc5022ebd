import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { evidenceOf } from "../../../services/evidence/bundle.ts";
import type { TakePicture } from "../../../services/evidence/picture.ts";
import { verifyLog } from "../../../services/evidence/verify-log.ts";
import { logKeyOf, openNote } from "../../../services/transparency/signed-note.ts";
import { databases, databasesOf, sqlite, storeAt } from "../../support/databases.ts";
import { rootByInclusion } from "../../support/evidence.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const master = "a".repeat(32);
const key = logKeyOf("k".repeat(32));
const noPicture: TakePicture = async () => ({ none: "Not for a test." });
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

  test("is erased with its person, and its place in the log is proven as before", holds("T100"), async () => {
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
    await expect(evidenceOf(store, { ...lead, erasedAt: null } as never, key, 1, noPicture)).rejects.toThrow(
      "erased",
    );

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

    // Not a byte of its row was changed: the site's role of the database may not do that.
    expect(await sqlOn(url, `select * from consents where lead_id = '${lead.id}'`)).toEqual([kept]);
    await store.close();
  });

  test("outlives its lead, until its person asks for their erasure", holds("T100"), async () => {
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

test("the commands say what becomes of a consent", async () => {
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
