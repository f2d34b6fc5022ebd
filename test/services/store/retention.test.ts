import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { verifyLog } from "../../../services/consent-log/verify-log.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import { type History, watchHistory } from "../../../services/store/history.ts";
import type { Counts } from "../../../services/store/retention/sweep.ts";
import type { Store } from "../../../services/store/store.ts";
import { startUpkeep } from "../../../services/store/upkeep.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const day = 24 * 60 * 60_000;

describe.each(databases)("what is kept for a time only, on $name", ({ start }) => {
  const on = freshStore(start);
  const deliver = async (name: string) =>
    on.store.outbox.delivered((await on.store.outbox.claim([name], on.now))[0]!, "accepted", "");

  it("a lead is removed a period after its last delivery, like a deletion without notices", async () => {
    const { lead } = await storePerson(on.store, ["lead-prosper", "distribution"]);
    await deliver("lead-prosper");
    on.now += 2 * day;
    await deliver("distribution");
    on.now += day;
    expect(await on.store.retention.expired({ leads: day })).toEqual({ leads: 0 });
    expect(await on.store.retention.sweep({ leads: day })).toEqual({ leads: 0 });
    on.now += 1;
    expect(await on.store.retention.expired({ leads: day })).toEqual({ leads: 1 });
    expect(await on.store.leads.list({ limit: 9 })).toHaveLength(1);
    expect(await on.store.retention.sweep({ leads: day })).toEqual({ leads: 1 });
    expect(await on.store.retention.sweep({ leads: day })).toEqual({ leads: 0 });
    expect(await on.store.leads.get(lead.id)).toMatchObject({ record: {}, erasedAt: on.now });
    expect(await on.store.outbox.list({ leadId: lead.id })).toEqual([]);
    const left = await on.store.people.find({ email: zoe.email });
    expect(left).toMatchObject({ leads: [], visits: [], suppressions: [] });
    expect(await verifyLog(on.store)).toMatchObject({ ok: true, count: 1 });
  });

  it("a lead is delivered, or will be by nobody: neither waits for the longer period", async () => {
    await storePerson(on.store, ["lead-prosper"]);
    await deliver("lead-prosper");
    const { lead } = await storePerson(on.store, ["distribution"]);
    await on.store.outbox.suppress((await on.store.outbox.claim(["distribution"], on.now))[0]!, "");
    on.now += 9 * day;
    expect(await on.store.retention.sweep({ undelivered: day })).toEqual({ undelivered: 0 });
    expect(await on.store.retention.sweep({ leads: day })).toEqual({ leads: 2 });
    expect(await on.store.leads.get(lead.id)).toMatchObject({ record: {} });
  });

  it("more rows than fit in one turn are removed too", async () => {
    for (let count = 0; count < 201; count++) await on.store.people.record("export", { email: zoe.email });
    on.now += 2 * day;
    expect(await on.store.retention.sweep({ requests: day })).toEqual({ requests: 201 });
  });

  it("a visit that made a lead is kept as long as the lead", async () => {
    await storePerson(on.store);
    on.now += 9 * day;
    expect(await on.store.retention.sweep({ visits: day })).toEqual({ visits: 0 });
    expect((await on.store.people.find({ email: zoe.email })).visits).toHaveLength(1);
  });

  it("refused addresses are removed with the visits", async () => {
    await storePerson(on.store);
    expect((await on.store.people.find({ email: zoe.email })).refusedEmails).toHaveLength(2);
    on.now += day;
    await on.store.retention.sweep({ visits: day });
    expect((await on.store.people.find({ email: zoe.email })).refusedEmails).toHaveLength(2);
    on.now += 1;
    await on.store.retention.sweep({ visits: day });
    expect((await on.store.people.find({ email: zoe.email })).refusedEmails).toEqual([]);
  });

  it("which receivers had leads of whom is forgotten after 30 days", async () => {
    const going = { messageId: "m1", leadId: "l1", destination: "a", at: on.now };
    await on.store.velocity.take(going, [{ kind: "phone", of: "1", most: 1, bearable: 1 }], day, false);
    on.now += 30 * day;
    await on.store.retention.sweep({ codes: day });
    expect(await on.store.velocity.ofLead("l1")).toHaveLength(1);
    on.now += 1;
    await on.store.retention.sweep({ codes: day, sightings: 90 * day });
    expect(await on.store.velocity.ofLead("l1"), "a receiver asks for longer").toHaveLength(1);
    await on.store.retention.sweep({ codes: day });
    expect(await on.store.velocity.ofLead("l1")).toEqual([]);
  });

  it("an undelivered lead is kept longer, and a certificate's check is no delivery", async () => {
    const { lead } = await storePerson(on.store, ["lead-prosper", "jornaya-audit"]);
    await deliver("jornaya-audit");
    on.now += 9 * day;
    expect(await on.store.retention.sweep({ leads: day, undelivered: 10 * day })).toEqual({
      leads: 0,
      undelivered: 0,
    });
    on.now += 2 * day;
    expect(await on.store.retention.sweep({ undelivered: 10 * day })).toEqual({ undelivered: 1 });
    expect((await on.store.leads.get(lead.id))?.erasedAt).toBe(on.now);
  });

  it("the contact form's messages have their own period", async () => {
    const { lead, outbox } = aSubmission(["contact-ingest"]);
    const contact = { lead: { ...lead, kind: "contact" as const }, consent: null, outbox };
    await on.store.submitContact(uuid7(on.now), contact);
    await deliver("contact-ingest");
    on.now += day + 1;
    expect(await on.store.retention.sweep({ leads: day, contacts: 2 * day })).toEqual({
      leads: 0,
      contacts: 0,
    });
    expect(await on.store.retention.sweep({ contacts: day })).toEqual({ contacts: 1 });
  });

  it("payloads are removed when delivered, and a message without one is not sent again", async () => {
    const { lead } = await storePerson(on.store, ["lead-prosper", "distribution"]);
    const message = (await on.store.outbox.claim(["lead-prosper"], on.now))[0]!;
    await on.store.outbox.rejected(message, "no");
    on.now += day + 1;
    expect(await on.store.retention.sweep({ payloads: day })).toEqual({ payloads: 1 });
    const payloads = (await on.store.outbox.list({ leadId: lead.id })).map(({ payload }) => payload !== "");
    expect(payloads).toEqual([true, false]);
    expect(await on.store.outbox.requeue({ id: message.id })).toBe(0);
    expect((await on.store.leads.get(lead.id))?.record).toMatchObject({ email: zoe.email });
  });

  it("codes and requests have their own periods", async () => {
    await storePerson(on.store);
    await on.store.people.record("export", { email: zoe.email, phone: zoe.phone });
    on.now += 3 * day;
    expect(await on.store.retention.sweep({ codes: 4 * day, requests: 4 * day })).toEqual({
      codes: 0,
      requests: 0,
    });
    expect(await on.store.retention.sweep({ codes: day, requests: day })).toEqual({ codes: 2, requests: 2 });
    expect(await on.store.people.find({ phone: zoe.phone })).toMatchObject({ phoneCodes: [], requests: [] });
  });

  it("several processes at once erase each row once", async () => {
    for (let count = 0; count < 230; count++) await on.store.submit(...aDelivered());
    on.now += 2 * day;
    const others = await Promise.all([on.open(), on.open()]);
    const ages = { undelivered: day };
    const counts = await Promise.all([on.store, ...others].map((each) => each.retention.sweep(ages)));
    const last = await on.store.retention.sweep(ages);
    expect([...counts, last].reduce((sum, { undelivered = 0 }) => sum + undelivered, 0)).toBe(230);
    await Promise.all(others.map((each) => each.close()));
  });
});

let visits = 0;
function aDelivered(): Parameters<Store["submit"]> {
  visits += 1;
  const visit = { id: `v${visits}`, sessionId: `s${visits}`, variant: "c", machineVersion: "1" };
  return [visit, 0, [], { ...aSubmission([]), consent: null }];
}

describe("upkeep", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("every hour the store is swept by the settings, with a report, even after a failure, and the books are filled", async () => {
    const results: (Counts | Error)[] = [{ leads: 2, codes: 1 }, new RangeError("busy"), { leads: 0 }];
    const asked: unknown[] = [];
    const lines: unknown[] = [];
    const retention = {
      sweep: async (ages: unknown) => {
        asked.push(ages);
        const result = results.shift()!;
        if (result instanceof Error) throw result;
        return result;
      },
      expired: async () => ({}),
    };
    let booked = 0;
    const bookkeeping = {
      catchUp: async () => {
        booked += 1;
        if (booked === 1) throw new TypeError("away");
      },
    };
    let indexed = 0;
    const inbox = {
      catchUp: async () => {
        indexed += 1;
        if (indexed === 2) throw new TypeError("away");
        return 0;
      },
    };
    const job = startUpkeep({ retention, bookkeeping, inbox }, { leads: 5 }, (...line) => lines.push(line));
    const hours = (count: number) => vi.advanceTimersByTimeAsync(count * 60 * 60_000);
    await hours(3);
    expect(asked).toEqual([{ leads: 5 }, { leads: 5 }, { leads: 5 }]);
    expect(indexed, "at the start, and each hour").toBe(4);
    expect(booked, "every twenty seconds").toBe(3 * 180 + 1);
    expect(lines).toEqual([
      ["sales.failed", { error: "TypeError" }],
      ["inbox.failed", { error: "TypeError" }],
      ["retention.swept", { count: 3 }],
      ["retention.failed", { error: "RangeError" }],
    ]);
    await job.stop();
    await hours(2);
    expect([asked.length, booked]).toEqual([3, 541]);
  });
});

describe.each(databases)("history on $name", ({ start }) => {
  const on = freshStore(start);
  const watched = async (use: (history: History, events: string[]) => Promise<void>, pollMs = 20) => {
    const events: string[] = [];
    const log = (event: string, fields = {}) => events.push([event, ...Object.values(fields)].join(" "));
    const history = watchHistory(on.store, { log, pollMs });
    try {
      await use(history, events);
    } finally {
      history.stop();
    }
  };
  const goBack = (id: string) =>
    sqlOn(on.url, `delete from outbox where lead_id = '${id}'`).then(() =>
      sqlOn(on.url, `delete from leads where id = '${id}'`),
    );

  it("that goes back is noticed, names the lost leads, and holds deliveries", holds("T85"), () =>
    watched(async ({ store, lost }, events) => {
      const kept = aSubmission(["a"]);
      const gone = aSubmission(["a"]);
      await store.submit(aVisit(), 0, [], kept);
      await store.submit(aVisit(), 0, [], gone);
      await goBack(gone.lead.id);
      await store.submit(aVisit(), 0, [], aSubmission(["a"]));
      expect(await store.outbox.claim(["a"], on.now, 9)).toEqual([]);
      expect(lost()).toEqual([gone.lead.id]);
      expect(events).toEqual(["store.went_back 1", `store.lead_lost ${gone.lead.id}`]);
      // By the claim alone: a look of the timer's just before it would do for both.
    }, 600_000),
  );

  it("is checked even when nothing is delivered", () =>
    watched(async ({ store, lost }) => {
      const { lead } = aSubmission([]);
      await store.submitContact("form", {
        ...aSubmission([]),
        lead: { ...lead, kind: "contact" },
        consent: null,
      });
      await goBack(lead.id);
      await vi.waitFor(() => expect(lost()).toEqual([lead.id]), { timeout: 240_000 });
    }));

  it("that is complete holds nothing, even when a lead's person is erased", () =>
    watched(async ({ store, lost }) => {
      const { lead } = aSubmission();
      await store.submit(aVisit(), 0, [], { ...aSubmission(), lead });
      on.now += 400 * 24 * 3_600_000;
      expect((await on.store.retention.sweep({ undelivered: 1 })).undelivered).toBe(1);
      await store.submit(aVisit(), 0, [], aSubmission(["a"]));
      expect(await store.outbox.claim(["a"], on.now, 9)).toHaveLength(1);
      expect(lost()).toEqual([]);
    }));
});
