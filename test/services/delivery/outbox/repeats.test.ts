import { beforeEach, describe, expect, it } from "vitest";
import { type SendOptions, send } from "../../../../services/delivery/outbox/send.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import { ProviderFailure } from "../../../../services/observe/provider-failure.ts";
import type { Destination } from "../../../../services/providers/ports.ts";
import type { RefusalKind, Submission } from "../../../../services/store/rows.ts";
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

  it("one number is sent once in its time, however many are sent at once", holds("T47"), async () => {
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

  it.each([
    ["a mailbox", 2, (lead: number) => ({ email: lead % 2 ? "Zoe+x@Example.com" : "zoe@example.com" })],
    ["a household's /64", 10, (lead: number) => ({ ip_address: `2001:db8:1:2::${lead}` })],
    ["an IPv4 address", 100, () => ({ ip_address: "198.51.100.7" })],
  ])("of %s %i are sent, and no more", holds("T47"), async (_, usual, record) => {
    for (let lead = 0; lead < usual + 2; lead++) await post(record(lead));
    await deliver();
    expect(sent).toHaveLength(usual);
  });

  it(
    "people behind one carrier's address are not repeats: each is sent, and the story says so",
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

  it("three leads from one browser are usual", holds("T47"), async () => {
    for (let lead = 0; lead < 5; lead++) await post({}, "one-browser");
    await deliver();
    expect(sent).toHaveLength(3);
  });

  it("what the operator queues again is sent, and counts", async () => {
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

  it("a lead that its receiver refused does not hold back the next one", async () => {
    await post({ phone: "2135550197" });
    await deliver({ answer: "rejected" });
    const next = await post({ phone: "2135550197" });
    await deliver();
    expect(await status(next)).toBe("delivered");
  });

  it.each([
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

  it("rows do not reveal the person, and erasing the lead erases them", async () => {
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

  it("are counted one after the other, however many ask at once", holds("T47"), async () => {
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

const zoe = { email: "zoe@example.com", phone: "2135550123" };
const [email, phone] = [{ email: zoe.email }, { phone: zoe.phone }];
type Reach = Partial<typeof zoe>;

describe("a visitor on the suppression list", () => {
  const on = freshStore(sqlite.start);
  let sent: string[];
  let healthy: boolean;
  beforeEach(() => {
    [sent, healthy] = [[], true];
  });

  /** Zoe's lead; the clock advances by a millisecond. */
  const consent = async (destinations: string[], change: (lead: Submission) => void = () => {}) => {
    const submission = aSubmission(destinations, on.now);
    submission.lead.record = { ...zoe, email: "Zoe@example.com", sms_verified: "yes" };
    change(submission);
    await on.store.submit(aVisit(), 0, [], submission);
    on.now += 1;
  };
  const refuse = async (by: Reach, refusal: RefusalKind = "do-not-sell", reason = "asked") => {
    await on.store.suppressions.add(by, refusal, reason);
    on.now += 1;
  };
  const write = async () => {
    const submission = aSubmission(["contact-ingest"], on.now);
    Object.assign(submission.lead, { kind: "contact", record: zoe });
    await on.store.submitContact("form", { ...submission, consent: null });
  };
  const attempt = async (name: string, more: Partial<SendOptions["store"]> = {}) => {
    const destination: Destination = {
      name,
      configured: true,
      firstRetryMs: 10,
      async deliver({ id }) {
        if (!healthy) throw new ProviderFailure("unavailable", "down");
        sent.push(id);
        return { outcome: "accepted", detail: "" };
      },
    };
    const [message] = await on.store.outbox.claim([name], on.now);
    const options = { now: () => on.now, random: () => 0, maxAttempts: 9, log: silentLog };
    await send(message!, destination, { ...options, store: { ...on.store, ...more } });
    const { id } = message!;
    const outcomes = (await on.store.outbox.attempts(id)).map(({ outcome }) => outcome);
    return { ...(await on.store.outbox.get(id))!, outcomes };
  };
  const becomes = async (name: string) => (await attempt(name)).status;

  it.each([email, { phone: "+12135550123" }])("a visitor listed by %o is sent to nobody", async (by) => {
    await consent(["a", "b"]);
    await refuse(by);
    for (const name of ["a", "b"]) {
      expect(await attempt(name)).toMatchObject({
        status: "suppressed",
        lastError: expect.stringContaining("on the suppression list"),
        outcomes: ["suppressed"],
      });
    }
    expect(sent).toEqual([]);
    expect(await on.store.outbox.claim(["a", "b"], on.now + 1e12)).toEqual([]);
  });

  it("since the first attempt is not sent the second one", async () => {
    await consent(["a"]);
    healthy = false;
    await attempt("a");
    healthy = true;
    on.now += 1_000;
    await refuse(email);
    expect((await attempt("a")).outcomes).toEqual(["failed", "suppressed"]);
    expect(sent).toEqual([]);
  });

  it("that cannot be read is not sent now, and not given up either; others are not held up", async () => {
    await consent(["a"]);
    await refuse({ email: "other@example.com", phone: "2135550124" });
    const find = () => Promise.reject(new Error("gone"));
    const unread = await attempt("a", { suppressions: { ...on.store.suppressions, find } });
    expect(unread).toMatchObject({
      status: "waiting",
      lastError: "unavailable the suppression list could not be read",
    });
    expect(sent).toEqual([]);
    on.now = unread.runAt;
    expect(await becomes("a")).toBe("delivered");
  });

  describe("who has refused before, and in whose name somebody consents,", holds("T38"), () => {
    it.each([
      ["do-not-call", phone],
      ["operator", phone],
      ["erased", zoe],
      ["do-not-sell", email],
    ] as const)(
      "is held for the operator after %s, verified number or not, and sent once taken off the list",
      async (refusal, by) => {
        await refuse(by, refusal);
        await consent(["lead-prosper"]);
        const held = await attempt("lead-prosper");
        expect(held).toMatchObject({
          status: "held",
          lastError: expect.stringMatching(`${refusal} by (email|phone) since 20`),
          outcomes: ["held"],
        });
        expect(await on.store.outbox.claim(["lead-prosper"], on.now + 1e12)).toEqual([]);
        expect(sent).toEqual([]);
        await on.store.suppressions.remove(by);
        expect(await on.store.outbox.requeue({ id: held.id })).toBe(1);
        await attempt("lead-prosper");
        expect(sent).toEqual([held.id]);
      },
    );

    it("is held after an opt-out of sale when no code has verified the number", async () => {
      await refuse(phone);
      await consent(["lead-prosper"], ({ lead }) => {
        lead.record.sms_verified = "no";
      });
      expect(await becomes("lead-prosper")).toBe("held");
    });

    it("stays refused when an opt-out of sale is requested afterwards", async () => {
      await refuse(zoe, "do-not-call", "litigator");
      await refuse(zoe, "do-not-sell", "");
      const refused = { refusal: "do-not-call", reason: "litigator" };
      expect(await on.store.suppressions.find(zoe)).toMatchObject([refused, refused]);
      await on.store.suppressions.remove(zoe);
      await refuse(zoe, "do-not-sell", "");
      await refuse(zoe, "erased", "deletion");
      expect(await on.store.suppressions.find(phone)).toMatchObject([
        { refusal: "erased", reason: "deletion" },
      ]);
    });

    it("is held when the message is one to us", async () => {
      await refuse(zoe, "do-not-call");
      await write();
      expect(await becomes("contact-ingest")).toBe("held");
    });
  });

  describe("who consents again by a number that a code has proven", () => {
    const buyers = ["lead-prosper", "ticket-lead"];
    const others = ["distribution", "transformed-lead", "bad-words", "trustedform-certificate"];

    it("is sent where the consent says, and nowhere else", async () => {
      await refuse(phone);
      await consent([...buyers, ...others]);
      for (const name of buyers) expect(await becomes(name), name).toBe("delivered");
      for (const name of others) expect(await becomes(name), name).toBe("suppressed");
    });

    it.each([
      ["is on the list by another entry since", () => refuse(email)],
      ["then asks again", () => refuse(phone)],
    ])("and %s is sent nowhere", async (_, again) => {
      await refuse(phone);
      await consent(["lead-prosper"]);
      await again();
      expect(await becomes("lead-prosper")).toBe("suppressed");
    });

    it("in the same moment is sent nowhere, since the order is unknown", async () => {
      const at = on.now;
      await consent(["lead-prosper"]);
      on.now = at;
      await refuse(phone);
      expect(await becomes("lead-prosper")).toBe("suppressed");
    });

    it("is not helped by a lead without a consent on record", async () => {
      await refuse(phone);
      await consent(["lead-prosper"], (submission) => {
        submission.consent = null;
      });
      expect(await becomes("lead-prosper")).toBe("suppressed");
    });

    it("writing to us reaches us", async () => {
      await refuse(phone);
      await write();
      expect(await becomes("contact-ingest")).toBe("delivered");
    });
  });
});
