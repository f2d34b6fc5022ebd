import { beforeEach, describe, expect, test } from "vitest";
import { type SendOptions, send } from "../../../../services/delivery/outbox/send.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import { ProviderFailure } from "../../../../services/observe/provider-failure.ts";
import type { Destination } from "../../../../services/providers/ports.ts";
import type { Submission } from "../../../../services/store/types.ts";
import { freshStore, sqlite } from "../../../support/databases.ts";
import { holds } from "../../../support/holds.ts";
import { aSubmission, aVisit } from "../../../support/submissions.ts";

describe("a visitor on the suppression list", () => {
  const on = freshStore(sqlite.start);
  let sent: string[];
  let healthy: boolean;

  beforeEach(async () => {
    [sent, healthy] = [[], true];
    const submission = aSubmission(["a", "b"]);
    submission.lead.record = { email: "Zoe@example.com", phone: "2135550123" };
    await on.store.submit(aVisit(), 0, [], submission);
  });

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
    const message = (await on.store.outbox.claim([name], on.now))[0]!;
    const options = { now: () => on.now, random: () => 0, maxAttempts: 9, log: silentLog };
    await send(message, destination, { ...options, store: { ...on.store, ...more } });
    return message.id;
  };
  const endOf = async (id: string) => {
    const { status, lastError } = (await on.store.outbox.get(id))!;
    return {
      status,
      lastError,
      outcomes: (await on.store.outbox.attempts(id)).map(({ outcome }) => outcome),
    };
  };

  test.each([{ email: "zoe@example.com" }, { phone: "+12135550123" }])(
    "by %o is sent to nobody",
    async (by) => {
      await on.store.suppressions.add(by, "do-not-sell", "asked");
      for (const name of ["a", "b"]) {
        expect(await endOf(await attempt(name))).toMatchObject({
          status: "suppressed",
          lastError: expect.stringContaining("on the suppression list"),
          outcomes: ["suppressed"],
        });
      }
      expect(sent).toEqual([]);
      expect(await on.store.outbox.claim(["a", "b"], on.now + 1e12)).toEqual([]);
    },
  );

  test("since the first attempt is not sent the second one", async () => {
    healthy = false;
    await attempt("a");
    healthy = true;
    on.now += 1_000;
    await on.store.suppressions.add({ email: "zoe@example.com" }, "do-not-sell", "asked meanwhile");
    expect((await endOf(await attempt("a"))).outcomes).toEqual(["failed", "suppressed"]);
    expect(sent).toEqual([]);
  });

  test("and taken off it again is sent once somebody puts the message back", async () => {
    await on.store.suppressions.add({ email: "zoe@example.com" }, "do-not-sell", "by mistake");
    const id = await attempt("a");
    await on.store.suppressions.remove({ email: "zoe@example.com" });
    expect(await on.store.outbox.claim(["a"], on.now + 1e12)).toEqual([]);
    expect(await on.store.outbox.requeue({ id })).toBe(1);
    await attempt("a");
    expect(sent).toEqual([id]);
  });

  test("that cannot be read is not sent now, and not given up either", async () => {
    const find = () => Promise.reject(new Error("gone"));
    const id = await attempt("a", { suppressions: { ...on.store.suppressions, find } });
    expect(await endOf(id)).toMatchObject({
      status: "waiting",
      lastError: "unavailable the suppression list could not be read",
    });
    expect(sent).toEqual([]);
  });

  const consent = async (destinations: string[], change: (lead: Submission) => void = () => {}) => {
    const submission = aSubmission(destinations, on.now);
    submission.lead.record = { email: "zoe@example.com", phone: "2135550123", sms_verified: "yes" };
    change(submission);
    await on.store.submit(aVisit(), 0, [], submission);
  };

  describe("who has refused before, and in whose name somebody consents,", () => {
    const zoe = { email: "zoe@example.com", phone: "2135550123" };
    test.each([
      ["do-not-call", { phone: zoe.phone }],
      ["operator", { phone: zoe.phone }],
      ["erased", zoe],
      ["do-not-sell", { email: zoe.email }],
    ] as const)(
      "is held for the operator after %s, a proven number or not",
      holds("T38"),
      async (refusal, by) => {
        await on.store.suppressions.add(by, refusal, "asked");
        on.now += 1;
        await consent(["lead-prosper"]);
        const id = await attempt("lead-prosper");
        expect(await endOf(id)).toMatchObject({
          status: "held",
          lastError: expect.stringMatching(`${refusal} by (email|phone) since 20`),
          outcomes: ["held"],
        });
        expect(await on.store.outbox.claim(["lead-prosper"], on.now + 1e12)).toEqual([]);
        expect(sent).toEqual([]);
        await on.store.suppressions.remove(by);
        expect(await on.store.outbox.requeue({ id })).toBe(1);
        await attempt("lead-prosper");
        expect(sent).toEqual([id]);
      },
    );

    test("is held after an opt-out of sale whose number no code has proven", holds("T38"), async () => {
      await on.store.suppressions.add({ phone: zoe.phone }, "do-not-sell", "");
      on.now += 1;
      await consent(["lead-prosper"], ({ lead }) => {
        lead.record.sms_verified = "no";
      });
      expect((await endOf(await attempt("lead-prosper"))).status).toBe("held");
    });

    test("stays refused when an opt-out of sale is asked for afterwards", holds("T38"), async () => {
      await on.store.suppressions.add(zoe, "do-not-call", "litigator");
      await on.store.suppressions.add(zoe, "do-not-sell", "");
      expect(await on.store.suppressions.find(zoe)).toMatchObject([
        { refusal: "do-not-call", reason: "litigator" },
        { refusal: "do-not-call", reason: "litigator" },
      ]);
      await on.store.suppressions.remove(zoe);
      await on.store.suppressions.add(zoe, "do-not-sell", "");
      await on.store.suppressions.add(zoe, "erased", "deletion");
      expect(await on.store.suppressions.find({ phone: zoe.phone })).toMatchObject([
        { refusal: "erased", reason: "deletion" },
      ]);
    });

    test("is held when the message is one to us", holds("T38"), async () => {
      await on.store.suppressions.add(zoe, "do-not-call", "");
      on.now += 1;
      const submission = aSubmission(["contact-ingest"], on.now);
      Object.assign(submission, { consent: null });
      Object.assign(submission.lead, { kind: "contact", record: zoe });
      await on.store.submitContact("form", submission);
      expect((await endOf(await attempt("contact-ingest"))).status).toBe("held");
    });
  });

  describe("who consents again by a number that a code has proven", () => {
    const reason = "do-not-sell";
    const by = { phone: "2135550123" };

    test("is sent where the consent says, and nowhere else", async () => {
      await on.store.suppressions.add(by, "do-not-sell", reason);
      on.now += 1;
      const others = ["distribution", "transformed-lead", "bad-words", "trustedform-certificate"];
      await consent(["lead-prosper", "ticket-lead", ...others]);
      for (const name of ["lead-prosper", "ticket-lead"]) {
        expect((await endOf(await attempt(name))).status, name).toBe("delivered");
      }
      for (const name of others) expect((await endOf(await attempt(name))).status, name).toBe("suppressed");
    });

    test("and is on the list by another entry since is sent nowhere", async () => {
      await on.store.suppressions.add(by, "do-not-sell", reason);
      on.now += 1;
      await consent(["lead-prosper"]);
      on.now += 1;
      const other = { email: "zoe@example.com" };
      await on.store.suppressions.add(other, "do-not-sell", "asked by the other");
      expect((await endOf(await attempt("lead-prosper"))).status).toBe("suppressed");
    });

    test("and then asks again is sent nowhere any more", async () => {
      await on.store.suppressions.add(by, "do-not-sell", reason);
      on.now += 1;
      await consent(["lead-prosper"]);
      on.now += 1;
      await on.store.suppressions.add(by, "do-not-sell", reason);
      expect((await endOf(await attempt("lead-prosper"))).status).toBe("suppressed");
    });

    test("in the same moment is sent nowhere: which came last is unknown", async () => {
      await consent(["lead-prosper"]);
      await on.store.suppressions.add(by, "do-not-sell", reason);
      expect((await endOf(await attempt("lead-prosper"))).status).toBe("suppressed");
    });

    test("is not helped by a lead without a consent on record", async () => {
      await on.store.suppressions.add(by, "do-not-sell", reason);
      on.now += 1;
      await consent(["lead-prosper"], (submission) => {
        submission.consent = null;
      });
      expect((await endOf(await attempt("lead-prosper"))).status).toBe("suppressed");
    });

    test("by writing to us reaches us", async () => {
      await on.store.suppressions.add(by, "do-not-sell", reason);
      on.now += 1;
      const submission = aSubmission(["contact-ingest"], on.now);
      Object.assign(submission, { consent: null });
      Object.assign(submission.lead, { kind: "contact", record: { email: "zoe@example.com", ...by } });
      await on.store.submitContact("form", submission);
      expect((await endOf(await attempt("contact-ingest"))).status).toBe("delivered");
    });
  });

  test("holds up nobody else", async () => {
    await on.store.suppressions.add(
      { email: "other@example.com", phone: "2135550124" },
      "do-not-sell",
      "asked",
    );
    expect((await endOf(await attempt("a"))).status).toBe("delivered");
  });
});
