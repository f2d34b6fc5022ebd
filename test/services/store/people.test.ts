import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { verifyLog } from "../../../services/consent-log/verify-log.ts";
import { sqlitePath } from "../../../services/store/engine/sqlite-file.ts";
import { sourceIn } from "../../../services/store/sales/ledger-book.ts";
import { databases, databasesOf, freshStore, sqlite, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { sqlOn, tablesOn } from "../../support/store-reader.ts";
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

  test("is found by the lead where its visit says something else, and the other way round", async () => {
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

  test("is erased but for the consent, and the lead's receivers are notified", async () => {
    const receivers = ["lead-prosper", "distribution", "bad-words", "ticket-lead"];
    receivers.push("transformed-lead", "told.7.sold");
    const { lead } = await storePerson(on.store, receivers);
    const claim = async (name: string) => (await on.store.outbox.claim([name], on.now))[0]!;
    await on.store.outbox.delivered(await claim("lead-prosper"), "accepted", "");
    await on.store.outbox.retryAt(await claim("distribution"), on.now, "timed out");
    await on.store.outbox.suppress(await claim("bad-words"), "");
    await on.store.outbox.rejected(await claim("transformed-lead"), "");
    // Who is told about a lead does not have it.
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
      ...{ origin: lead.id, qualified: null, dq_reason: null, signs: null },
      ...{ record: "{}", derived: "[]", location: "" },
    });
    expect((await on.store.leads.list({ limit: 9 })).map(({ record }) => record.email)).toEqual([
      "b@example.com",
    ]);
  });

  test(
    "is nowhere but in the consent after an erasure, whatever links, buyers and people wrote of them",
    holds("T92"),
    async () => {
      const { store } = on;
      const spellings = [
        ...["2135550177", "213-555-0177", "+12135550177", "call.2135550177", "1.213.555.01.77", "x5550177"],
        ...["Zoecanary", "ZOECANARY.77", "ZoeCanaryWay", "zo\u00e9canary", "zoe.canary", "my_zoecanary_id"],
        ...[zoe.email, encodeURIComponent(zoe.email), "zoecanary%2e77"],
        ...[zoe.email, zoe.name, zoe.phone].map((text) => Buffer.from(text).toString("base64")),
        ...[zoe.name, zoe.phone].map((text) => Buffer.from(text).toString("hex")),
      ];
      const leads: string[] = [];
      for (const [index, spelling] of spellings.entries()) {
        const { lead } = await storePerson(store, ["north"], {
          affid: index % 2 ? "7" : spelling,
          sub_id: spelling,
        });
        leads.push(lead.id);
        const [message] = await store.outbox.claim(["north"], on.now);
        const record = { affid: index % 2 ? "7" : spelling, sub_id: spelling, ...lead.record };
        const about = { messageId: message!.id, leadId: lead.id, at: on.now };
        await store.outbox.delivered(message!, "accepted", spelling, {
          said: { ...about, price: 1, buyerId: spelling },
          booked: {
            ...{ ...about, ...sourceIn(record), buyer: "north", buyerLeadId: spelling, cents: 100 },
            ...{ survey: "c", qualified: true, returnDays: 14, payout: "" },
          },
        });
        const outcome = { outcome: "paid", at: on.now, amountCents: 200, currency: "USD" } as const;
        await store.outcomes.add([
          { ...outcome, id: lead.id, leadId: lead.id, buyer: "north", buyerLeadId: spelling },
        ]);
        // The same again is known, although it is kept in another way.
        const again = { ...outcome, id: `${lead.id} again`, leadId: lead.id, buyer: "NORTH" };
        expect(await store.outcomes.add([{ ...again, buyerLeadId: spelling }])).toMatchObject([
          { isNew: false, why: "known already" },
        ]);
        const [sale] = await store.ledger.ofLeads([lead.id]);
        await store.ledger.giveBack(sale!.id, undefined, { person: "ana", reason: `wrong ${spelling}` });
        await store.readings.add("ana", "console return", [lead.id], { reason: `wrong ${spelling}` });
        await store.inbox.addNote(lead.id, "ana", `called ${spelling}`);
      }
      const unlike =
        /"(sub_?id|affiliate|buyer_?(lead_)?id|reason)":"(?!7"|"|north|\(other\)|#|wrong [a-z0-9.]{0,6}…|the buyer reported).{0,60}/i;
      const tables = ["sales", "outcomes", "sales_ledger", "readings"];
      const rowsOf = async (table: string) => JSON.stringify(await sqlOn(on.url, `select * from ${table}`));
      for (const table of tables) expect((await rowsOf(table)).match(unlike)?.[0]).toBe(undefined);
      // As programs of before left it, in a month that was closed since.
      const old =
        "sub_id = 'Zoecanary', affiliate = '2135550177', buyer_lead_id = 'zoe.canary', reason = 'of Zoecanary'";
      await sqlOn(on.url, `update sales_ledger set ${old}, person = 'ana' where lead_id = '${leads[0]}'`);
      await sqlOn(on.url, `update outcomes set buyer_lead_id = '${zoe.phone}' where lead_id = '${leads[1]}'`);
      await sqlOn(on.url, `update sales set buyer_id = '${zoe.phone}' where lead_id = '${leads[1]}'`);
      const source = "'c', '/', '1', '2135550177', 'Zoecanary', 'v', 'phone', 'en', '', 'on', 0, 'h'";
      await sqlOn(
        on.url,
        `insert into analytics_sources (id, variant, path, offer, affiliate, sub_id, version, device, language, flags, scripts, simulated, hash) values (1, ${source})`,
      );
      // Two visits came by it, one of which nobody knows to be this person's.
      for (const visit of [`(select origin from leads where id = '${leads[0]}')`, "null"])
        await sqlOn(
          on.url,
          `insert into analytics_sessions (id, visit_id, change, source_id, trace_id, day, result, dq_reason, dwells)
             values ((select count(*) from analytics_sessions), ${visit}, 1, 1, 1, 1, 'open', '', '')`,
        );
      const month = { month: "2023-11", begins: on.now - 1_000, ends: on.now + 1_000_000 };
      const closed = await store.ledger.close(month, "ana");

      await store.people.erase({ email: zoe.email });
      await store.people.scrub();
      const left: string[] = [];
      for (const table of await tablesOn(on.url)) {
        if (table === "consents") continue;
        const text = (await rowsOf(table)).replaceAll(`write to ${zoe.email}`, "");
        for (const canary of [...spellings, "oecanary", "555.?01.?77", "zoe.canary"])
          if (
            new RegExp(
              canary.replaceAll(/[+.?]/g, (mark) => (mark === "+" ? "\\+" : mark)),
              "i",
            ).test(text)
          )
            left.push(`${table}: ${canary}`);
      }
      expect(left).toEqual([]);
      const [now] = await store.ledger.closed();
      expect([(closed as { lines: number }).lines, await store.ledger.isUnchanged(now!)]).toEqual([
        now!.lines,
        true,
      ]);
      // What comes later of an erased lead is compared with nobody, and no id of it is kept.
      const late = {
        outcome: "called",
        at: on.now + 1,
        buyer: "north",
        amountCents: null,
        currency: null,
      } as const;
      await store.outcomes.add([{ ...late, id: "late", leadId: leads[0]!, buyerLeadId: zoe.phone }]);
      expect(await rowsOf("outcomes")).not.toContain(zoe.phone);
    },
  );

  test("an affiliate that the operator has terms with stays, whatever its visitors are called", async () => {
    const store = await on.open({ affiliates: new Set(["zoecanary"]) });
    await store.terms.change(
      { party: "affiliate", name: "Zoe" },
      [{ field: "payout", after: "1", inFile: "" }],
      { person: "ana", reason: "new" },
      0,
    );
    for (const affid of ["zoecanary", "Zoe"]) {
      const { lead } = await storePerson(store, ["north"], { affid, first_name: "Zoe Zoecanary" });
      const paid = { outcome: "paid", at: on.now, amountCents: 200, currency: "USD" } as const;
      await store.outcomes.add([{ ...paid, id: affid, leadId: lead.id, buyer: "north", buyerLeadId: "N-1" }]);
    }
    await store.people.erase({ email: zoe.email });
    const lines = await store.ledger.list({}, 9);
    expect(
      lines
        .map(({ affiliate, buyerLeadId }) => [affiliate, buyerLeadId])
        .sort()
        .reverse(),
    ).toEqual([
      ["zoecanary", "N-1"],
      ["Zoe", "N-1"],
    ]);
    await store.close();
  });

  test("a receiver that is being sent the lead just now is notified afterwards", async () => {
    const { lead } = await storePerson(on.store);
    const message = (await on.store.outbox.claim(["lead-prosper"], on.now, 1, 5_000))[0]!;
    await on.store.people.erase({ email: zoe.email });
    await on.store.outbox.delivered(message, "accepted", "");
    const [notice] = await on.store.outbox.list({ leadId: lead.id });
    expect(notice).toMatchObject({ status: "waiting", runAt: message.lockedUntil });
  });

  test("a receiver that may have got the lead from a process that died is notified, whatever became of the message", async () => {
    const { lead } = await storePerson(on.store);
    await on.store.outbox.claim(["lead-prosper"], on.now, 1, 1);
    on.now += 10;
    expect(await on.store.outbox.parkByHand(`${lead.id}.lead-prosper`)).toBe(true);
    const notices = await on.store.people.erase({ email: zoe.email });
    expect(notices.map(({ receiver }) => receiver)).toEqual(["lead-prosper"]);
  });

  test("asking is written down without the address", async () => {
    await on.store.people.record("delete", { email: zoe.email, phone: zoe.phone });
    const { requests } = await on.store.people.find({ phone: zoe.phone });
    expect(requests).toMatchObject([{ kind: "delete", reachKind: "phone" }]);
    const rows = JSON.stringify(await sqlOn(on.url, "select * from privacy_requests"));
    expect(rows).toContain("delete");
    expect(rows).not.toMatch(/canary|5550177/);
  });

  test("the receiver of progress saves is notified", async () => {
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

  test("is erased again without harm, and nobody at all is found where there is nobody", async () => {
    await storePerson(on.store);
    await on.store.people.erase({ email: zoe.email });
    expect(await on.store.people.erase({ email: zoe.email })).toEqual([]);
    expect(await on.store.people.erase({ email: "nobody@example.com" })).toEqual([]);
    expect(await on.store.leads.list({ limit: 9 })).toHaveLength(1);
  });
});

describe("the files of a SQLite store", () => {
  const server = databasesOf(sqlite.start);

  test("hold nothing of somebody who was forgotten, but the number in the consent record", async () => {
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

  test("hold it until its readers have finished, and it says so", async () => {
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
