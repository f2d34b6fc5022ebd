import { beforeEach, describe, expect, test } from "vitest";
import { send } from "../../../../services/delivery/outbox/send.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import type { Destination } from "../../../../services/providers/ports.ts";
import { databases, freshStore, sqlite } from "../../../support/databases.ts";
import { holds } from "../../../support/holds.ts";
import { aSubmission, aVisit } from "../../../support/submissions.ts";

const hourMs = 60 * 60_000;
type More = Partial<Pick<Destination, "repeats" | "isTest">> & { answer?: "accepted" | "rejected" };

describe("leads that repeat others", () => {
  const on = freshStore(sqlite.start);
  let sent: string[];
  beforeEach(() => {
    sent = [];
  });

  const destination = (name: string, { answer = "accepted", ...more }: More): Destination => ({
    name,
    configured: true,
    firstRetryMs: 10,
    repeats: { withinMs: 24 * hourMs, action: "hold" },
    ...more,
    async deliver({ id }) {
      sent.push(id);
      return { outcome: answer, detail: "" };
    },
  });
  let leads = 0;
  /** Stores a lead with these values, by another browser unless told. @returns its message's id */
  const post = async (record: Record<string, unknown>, sessionId?: string) => {
    leads += 1;
    const submission = aSubmission(["buyer"], on.now + leads);
    submission.lead.record = {
      phone: `2135550${100 + leads}`,
      email: `p${leads}@example.com`,
      ip_address: `203.0.${leads}.1`,
      ...record,
    };
    await on.store.submit(aVisit(sessionId ? { sessionId } : {}), 0, [], submission);
    return `${submission.lead.id}.buyer`;
  };
  /** Everything that waits, as many at once as a site sends to a receiver, or twelve. */
  const deliver = async (more: More = {}) => {
    const options = { store: on.store, now: () => on.now, random: () => 0, maxAttempts: 9, log: silentLog };
    for (;;) {
      const messages = await on.store.outbox.claim(["buyer"], on.now, 12);
      if (messages.length === 0) return;
      await Promise.all(messages.map((message) => send(message, destination("buyer", more), options)));
    }
  };
  const status = async (id: string) => (await on.store.outbox.get(id))!.status;

  test("one number is sent once in its time, however many are sent at once", holds("T47"), async () => {
    for (let lead = 0; lead < 12; lead++) await post({ phone: lead % 2 ? "(213) 555-0199" : "+12135550199" });
    await deliver();
    expect(sent).toHaveLength(1);
    const held = await on.store.outbox.list({ status: "held" });
    expect(held).toHaveLength(11);
    const first = sent[0]!.split(".")[0];
    expect(held[0]!.lastError).toBe(
      `held: lead 2 of one phone number, where 1 is usual within 24 h; the one before is ${first}`,
    );
    on.now += 25 * hourMs;
    expect(await status(await post({ phone: "2135550199" }))).toBe("waiting");
    await deliver();
    expect(sent).toHaveLength(2);
  });

  test.each([
    ["a mailbox", 2, (lead: number) => ({ email: lead % 2 ? "Zoe+x@Example.com" : "zoe@example.com" })],
    ["a household's /64", 10, (lead: number) => ({ ip_address: `2001:db8:1:2::${lead}` })],
    ["an IPv4 address", 100, () => ({ ip_address: "198.51.100.7" })],
  ])("of %s %i go out, and no more", holds("T47"), async (_, usual, record) => {
    for (let lead = 0; lead < usual + 2; lead++) await post(record(lead));
    await deliver();
    expect(sent).toHaveLength(usual);
  });

  test(
    "people behind one address of a carrier's are no repeats: each goes out, and the story tells",
    holds("T47"),
    async () => {
      const ids: string[] = [];
      for (let lead = 0; lead < 12; lead++) ids.push(await post({ ip_address: "198.51.100.7" }));
      await deliver({ repeats: { withinMs: hourMs, action: "skip" } });
      expect(sent).toHaveLength(12);
      const seen = await Promise.all(ids.map((id) => on.store.velocity.ofLead(id.split(".")[0]!)));
      const unusual = seen.flat().filter(({ nth, most }) => nth > most);
      unusual.sort((one, other) => one.nth - other.nth);
      expect(unusual).toMatchObject([
        { kind: "network", nth: 11, most: 10 },
        { kind: "network", nth: 12, most: 10 },
      ]);
    },
  );

  test("of a browser three are usual", holds("T47"), async () => {
    for (let lead = 0; lead < 5; lead++) await post({}, "one-browser");
    await deliver();
    expect(sent).toHaveLength(3);
  });

  test("what the operator queues again is sent, and counts", async () => {
    const [, second] = [await post({ phone: "2135550198" }), await post({ phone: "2135550198" })];
    await deliver();
    const [held] = await on.store.outbox.list({ status: "held" });
    expect([second, held!.id]).toContain(second);
    expect(await on.store.outbox.requeue({ id: held!.id })).toBe(1);
    await deliver();
    expect(sent).toContain(held!.id);
    expect(await on.store.velocity.ofLead(held!.leadId)).toContainEqual(
      expect.objectContaining({ kind: "phone", nth: 2, most: 1 }),
    );
  });

  test("a lead that its receiver refused does not hold back the next one", async () => {
    await post({ phone: "2135550197" });
    await deliver({ answer: "rejected" });
    const next = await post({ phone: "2135550197" });
    await deliver();
    expect(await status(next)).toBe("delivered");
  });

  test.each([
    [{ repeats: { withinMs: hourMs, action: "skip" } } as const, "rejected", 1],
    [{ repeats: { withinMs: hourMs, action: "mark" } } as const, "delivered", 2],
    [{ repeats: { withinMs: 0, action: "hold" } } as const, "delivered", 2],
    [{ isTest: true }, "delivered", 2],
    [{ repeats: undefined }, "delivered", 2],
  ])("a receiver with %o has the second one %s", async (more, end, times) => {
    await post({ phone: "2135550196" });
    await deliver(more);
    const second = await post({ phone: "2135550196" });
    await deliver(more);
    expect([await status(second), sent.length]).toEqual([end, times]);
  });

  test("nobody can read of whom, and erasing the lead erases it", async () => {
    const id = await post({ phone: "2135550195", email: "secret@example.com" });
    await deliver();
    const [leadId] = id.split(".");
    expect(await on.store.velocity.ofLead(leadId!)).toHaveLength(5);
    await on.store.people.erase({ email: "secret@example.com" });
    expect(await on.store.velocity.ofLead(leadId!)).toEqual([]);
  });
});

describe.each(databases)("the leads of one number, on $name", ({ start }) => {
  const on = freshStore(start);

  test("are counted one after the other, however many ask at once", holds("T47"), async () => {
    const number = { kind: "phone" as const, of: "2135550194", most: 1, bearable: 1 };
    const take = (lead: number, at = on.now) => {
      const going = { messageId: `m${lead}`, leadId: `l${lead}`, destination: "a", at };
      return on.store.velocity.take(going, [number], hourMs, false);
    };
    const repeats = await Promise.all(Array.from({ length: 12 }, (_, lead) => take(lead)));
    expect(repeats.filter((repeat) => repeat === undefined)).toHaveLength(1);
    expect(repeats.find(Boolean)).toMatchObject({ kind: "phone", nth: 2, most: 1 });
    expect(await take(20, on.now + hourMs + 1)).toBeUndefined();
  });
});
