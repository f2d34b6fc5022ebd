import { beforeEach, describe, expect, test } from "vitest";
import { type SendOptions, send } from "../../../../services/delivery/outbox/send.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import { ProviderFailure } from "../../../../services/observe/provider-failure.ts";
import type { Destination } from "../../../../services/providers/ports.ts";
import type { RefusalKind, Submission } from "../../../../services/store/rows.ts";
import { freshStore, sqlite } from "../../../support/databases.ts";
import { holds } from "../../../support/holds.ts";
import { aSubmission, aVisit } from "../../../support/submissions.ts";

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

  /** Zoe's lead; the clock goes on by a millisecond. */
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
      ...{ name, configured: true, firstRetryMs: 10 },
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

  test.each([email, { phone: "+12135550123" }])("by %o is sent to nobody", async (by) => {
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

  test("since the first attempt is not sent the second one", async () => {
    await consent(["a"]);
    healthy = false;
    await attempt("a");
    healthy = true;
    on.now += 1_000;
    await refuse(email);
    expect((await attempt("a")).outcomes).toEqual(["failed", "suppressed"]);
    expect(sent).toEqual([]);
  });

  test("that cannot be read is not sent now, and not given up either; others are held up by nobody", async () => {
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
    test.each([
      ["do-not-call", phone],
      ["operator", phone],
      ["erased", zoe],
      ["do-not-sell", email],
    ] as const)(
      "is held for the operator after %s, a proven number or not, and sent once taken off the list",
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

    test("is held after an opt-out of sale whose number no code has proven", async () => {
      await refuse(phone);
      await consent(["lead-prosper"], ({ lead }) => {
        lead.record.sms_verified = "no";
      });
      expect(await becomes("lead-prosper")).toBe("held");
    });

    test("stays refused when an opt-out of sale is asked for afterwards", async () => {
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

    test("is held when the message is one to us", async () => {
      await refuse(zoe, "do-not-call");
      await write();
      expect(await becomes("contact-ingest")).toBe("held");
    });
  });

  describe("who consents again by a number that a code has proven", () => {
    const buyers = ["lead-prosper", "ticket-lead"];
    const others = ["distribution", "transformed-lead", "bad-words", "trustedform-certificate"];

    test("is sent where the consent says, and nowhere else", async () => {
      await refuse(phone);
      await consent([...buyers, ...others]);
      for (const name of buyers) expect(await becomes(name), name).toBe("delivered");
      for (const name of others) expect(await becomes(name), name).toBe("suppressed");
    });

    test.each([
      ["is on the list by another entry since", () => refuse(email)],
      ["then asks again", () => refuse(phone)],
    ])("and %s is sent nowhere", async (_, again) => {
      await refuse(phone);
      await consent(["lead-prosper"]);
      await again();
      expect(await becomes("lead-prosper")).toBe("suppressed");
    });

    test("in the same moment is sent nowhere: which came last is unknown", async () => {
      const at = on.now;
      await consent(["lead-prosper"]);
      on.now = at;
      await refuse(phone);
      expect(await becomes("lead-prosper")).toBe("suppressed");
    });

    test("is not helped by a lead without a consent on record", async () => {
      await refuse(phone);
      await consent(["lead-prosper"], (submission) => {
        submission.consent = null;
      });
      expect(await becomes("lead-prosper")).toBe("suppressed");
    });

    test("by writing to us reaches us", async () => {
      await refuse(phone);
      await write();
      expect(await becomes("contact-ingest")).toBe("delivered");
    });
  });
});
