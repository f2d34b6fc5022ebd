import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { verifyLog } from "../../../services/consent-log/verify-log.ts";
import { sqlitePath } from "../../../services/store/engine/sqlite-file.ts";
import { databases, databasesOf, freshStore, sqlite, storeAt } from "../../support/databases.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe.each(databases)("one person on $name", ({ start }) => {
  const on = freshStore(start, { hashKey: undefined, codeKeys: ["new", "old"] });

  beforeEach(async () => {
    // Somebody else, who mentions the address and shares nothing.
    const other = aSubmission([]);
    other.lead.record = { email: "b@example.com", case_description: `write to ${zoe.email}` };
    await on.store.submit(aVisit(), 0, [{ kind: "answer", body: other.lead.record, at: 1 }], other);
  });

  test.each([
    ["the address", { email: ` ${zoe.email.toUpperCase()} ` }, { refused: 2, codes: 0 }],
    ["the number", { phone: "+1 213-555-0177" }, { refused: 1, codes: 1 }],
    ["both", { email: zoe.email, phone: zoe.phone }, { refused: 2, codes: 1 }],
  ])("is found everywhere by %s", async (_by, reach, { refused, codes }) => {
    const { lead } = await storePerson(on.store);
    const found = await on.store.people.find(reach);
    expect(found.leads.map(({ id }) => id)).toEqual([lead.id]);
    expect(found.visits.map(({ leadId }) => leadId)).toEqual([lead.id]);
    expect(found.messages.map(({ id }) => id)).toEqual([`${lead.id}.lead-prosper`]);
    expect(found.consents.map(({ leadId }) => leadId)).toEqual([lead.id]);
    expect(found.refusedEmails).toHaveLength(refused);
    expect(found.phoneCodes).toHaveLength(codes);
    expect(found.codeTries).toHaveLength(1 + codes);
  });

  test("is found by a number that was hashed with an earlier key", async () => {
    const earlier = await on.open({ codeKeys: ["old"] });
    await storePerson(earlier);
    await earlier.close();
    expect((await on.store.people.find({ phone: zoe.phone })).phoneCodes).toHaveLength(1);
  });

  test("is found in a visit that made no lead", async () => {
    const visit = aVisit();
    await on.store.visits.append(visit, 0, [
      { kind: "answer", body: { answers: { phone: zoe.typedPhone, email: zoe.email.toUpperCase() } }, at: 1 },
    ]);
    for (const reach of [{ phone: zoe.phone }, { email: zoe.email }]) {
      expect((await on.store.people.find(reach)).visits.map(({ id }) => id)).toEqual([visit.id]);
    }
    await on.store.people.erase({ phone: zoe.phone });
    expect(await on.store.visits.load(visit.id)).toBeUndefined();
  });

  test("is found by the lead where its visit differs, and vice versa", async () => {
    const [named, walked] = [aVisit(), aVisit()];
    const submission = aSubmission([]);
    submission.lead.record = { email: zoe.email };
    const given = (email: string) => [{ kind: "answer", body: { email }, at: 1 }];
    await on.store.submit(named, 0, given("typo@example.com"), submission);
    const other = aSubmission([]);
    await on.store.submit(walked, 0, given(zoe.email), other);
    const found = await on.store.people.find({ email: zoe.email });
    expect(found.visits.map(({ id }) => id).sort()).toEqual([named.id, walked.id].sort());
    expect(found.leads.map(({ id }) => id).sort()).toEqual([submission.lead.id, other.lead.id].sort());
  });

  test("is found behind any number of others", async () => {
    const many = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)";
    const lead = "'!' || i, 'survey', 'c', 0, '{}', '[]', ''";
    await sqlOn(
      on.url,
      `insert into leads (id, origin, kind, variant, created_at, record, derived, location)
       ${many} select '!' || i, ${lead} from n`,
    );
    await sqlOn(
      on.url,
      `insert into visits (id, session_id, variant, machine_version, created_at, updated_at)
       ${many} select '!' || i, 's' || i, 'c', '1', 0, 0 from n`,
    );
    const submission = aSubmission([]);
    submission.lead.record = { email: zoe.email };
    await on.store.submit(aVisit(), 0, [], submission);
    expect((await on.store.people.find({ email: zoe.email })).leads).toHaveLength(1);
    const visit = aVisit();
    await on.store.visits.append(visit, 0, [{ kind: "answer", body: { email: "far@example.com" }, at: 1 }]);
    expect((await on.store.people.find({ email: "far@example.com" })).visits).toHaveLength(1);
  });

  test("is erased except for the consent, and the lead's receivers are notified", async () => {
    const receivers = ["lead-prosper", "distribution", "bad-words", "ticket-lead"];
    receivers.push("transformed-lead", "told.7.sold");
    const { lead } = await storePerson(on.store, receivers);
    const claim = async (name: string) => (await on.store.outbox.claim([name], on.now))[0]!;
    await on.store.outbox.delivered(await claim("lead-prosper"), "accepted", "");
    await on.store.outbox.retryAt(await claim("distribution"), on.now, "timed out");
    await on.store.outbox.suppress(await claim("bad-words"), "");
    await on.store.outbox.rejected(await claim("transformed-lead"), "");
    // A receiver of an alert does not have the lead.
    await on.store.outbox.delivered(await claim("told.7.sold"), "accepted", "");
    const notices = await on.store.people.erase({ email: zoe.email });
    expect(notices.map(({ receiver, messageId }) => [receiver, messageId])).toEqual([
      ["distribution", `${lead.id}.distribution`],
      ["lead-prosper", `${lead.id}.lead-prosper`],
      ["transformed-lead", `${lead.id}.transformed-lead`],
    ]);
    const left = await on.store.people.find({ email: zoe.email, phone: zoe.phone });
    expect(left).toMatchObject({ leads: [], visits: [], messages: [], refusedEmails: [], phoneCodes: [] });
    expect(left.codeTries).toEqual([]);
    expect(await sqlOn(on.url, "select * from phone_code_tries")).toEqual([]);
    expect(left.suppressions.map(({ kind }) => kind)).toEqual(["email", "phone"]);
    expect(left.consents.map(({ leadId }) => leadId)).toEqual([lead.id]);
    expect(await verifyLog(on.store)).toMatchObject({ ok: true, count: 2 });
    expect(await on.store.consents.missing()).toEqual([]);
    expect((await on.store.outbox.list({ leadId: lead.id })).map(({ id }) => id)).toEqual(
      notices.map(({ id }) => id),
    );
    const [shell] = await sqlOn(on.url, `select * from leads where id = '${lead.id}'`);
    expect(shell).toMatchObject({
      origin: lead.id,
      qualified: null,
      dq_reason: null,
      signs: null,
      record: "{}",
      derived: "[]",
      location: "",
    });
    expect((await on.store.leads.list({ limit: 9 })).map(({ record }) => record.email)).toEqual([
      "b@example.com",
    ]);
  });

  test("has a receiver that is being sent the lead notified afterwards", async () => {
    const { lead } = await storePerson(on.store);
    const message = (await on.store.outbox.claim(["lead-prosper"], on.now, 1, 5_000))[0]!;
    await on.store.people.erase({ email: zoe.email });
    await on.store.outbox.delivered(message, "accepted", "");
    const [notice] = await on.store.outbox.list({ leadId: lead.id });
    expect(notice).toMatchObject({ status: "waiting", runAt: message.lockedUntil });
  });

  test("has a receiver notified that may have the lead from a process that died, whatever became of the message", async () => {
    const { lead } = await storePerson(on.store);
    await on.store.outbox.claim(["lead-prosper"], on.now, 1, 1);
    on.now += 10;
    expect(await on.store.outbox.parkByHand(`${lead.id}.lead-prosper`)).toBe(true);
    const notices = await on.store.people.erase({ email: zoe.email });
    expect(notices.map(({ receiver }) => receiver)).toEqual(["lead-prosper"]);
  });

  test("has a request recorded without the address", async () => {
    await on.store.people.record("delete", { email: zoe.email, phone: zoe.phone });
    const { requests } = await on.store.people.find({ phone: zoe.phone });
    expect(requests).toMatchObject([{ kind: "delete", reachKind: "phone" }]);
    const rows = JSON.stringify(await sqlOn(on.url, "select * from privacy_requests"));
    expect(rows).toContain("delete");
    expect(rows).not.toMatch(/canary|5550177/);
  });

  test("has the receiver of progress saves notified", async () => {
    const forwarding = await on.open({ now: () => on.now++, codeKeys: ["new"], saveProgressAfterMs: 0 });
    const { lead } = await storePerson(forwarding);
    const [claimed] = await forwarding.progressSaves.claim(on.now + 1_000);
    await forwarding.progressSaves.settle(claimed!, { saved: { progression: false, backup: true } });
    const notices = await forwarding.people.erase({ email: zoe.email });
    expect(notices.map(({ id, receiver }) => [id, receiver])).toEqual([
      [`${lead.id}.deletion.progress-save`, "progress-save"],
    ]);
    await forwarding.close();
  });

  test("is erased twice at once, and each receiver is notified once", async () => {
    const { lead } = await storePerson(on.store);
    const [message] = await on.store.outbox.claim(["lead-prosper"], on.now);
    await on.store.outbox.delivered(message!, "accepted", "");
    await Promise.all([1, 2].map(() => on.store.people.erase({ email: zoe.email })));
    expect((await on.store.outbox.list({ leadId: lead.id })).map(({ id }) => id)).toEqual([
      `${lead.id}.deletion.lead-prosper`,
    ]);
  });

  test("is erased again without harm, and an unknown person is not found", async () => {
    await storePerson(on.store);
    await on.store.people.erase({ email: zoe.email });
    expect(await on.store.people.erase({ email: zoe.email })).toEqual([]);
    expect(await on.store.people.erase({ email: "nobody@example.com" })).toEqual([]);
    expect(await on.store.leads.list({ limit: 9 })).toHaveLength(1);
  });
});

describe("the files of a SQLite store", () => {
  const server = databasesOf(sqlite.start);

  test("contain nothing of an erased person, except the number in the consent record", async () => {
    const url = await server.freshUrl();
    const store = await storeAt(url, { dataKeys: [] });
    for (let count = 0; count < 40; count++) {
      const entry = { kind: "answer", body: "x".repeat(count * 97), at: 1 };
      await store.submit(aVisit(), 0, [entry], aSubmission());
      if (count % 8 === 0) await storePerson(store, ["lead-prosper", "distribution"]);
    }
    const folder = dirname(sqlitePath(url));
    const bytes = () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "latin1"))
        .join("");
    for (const word of [zoe.email, zoe.name, zoe.story, zoe.phone]) expect(bytes()).toContain(word);
    await store.people.erase({ email: zoe.email });
    expect(await store.people.scrub()).toBe(true);
    for (const word of [zoe.email, zoe.email.toUpperCase(), zoe.name, zoe.story, zoe.typedPhone]) {
      expect(bytes()).not.toContain(word);
    }
    expect(bytes().split(zoe.phone)).toHaveLength(1 + 5);
    await store.close();
  });

  test("keep it until their readers have finished, and the erasure says so", async () => {
    const url = await server.freshUrl();
    const store = await storeAt(url);
    await storePerson(store);
    const reader = new DatabaseSync(sqlitePath(url));
    reader.exec("begin");
    reader.prepare("select count(*) from leads").get();
    await store.people.erase({ email: zoe.email });
    expect(await store.people.scrub()).toBe(false);
    reader.close();
    expect(await store.people.scrub()).toBe(true);
    await store.close();
  });
});
