import { describe, expect, test } from "vitest";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import { liveBuyers } from "../../../services/providers/buyers.ts";
import { slackAlert } from "../../../services/providers/chat-alert.ts";
import { liveCompensation } from "../../../services/providers/compensation.ts";
import { liveEmailCheck } from "../../../services/providers/email-check.ts";
import { liveGibberishCheck } from "../../../services/providers/gibberish.ts";
import { createCallJson } from "../../../services/providers/http.ts";
import { leadProsper } from "../../../services/providers/lead-buyer.ts";
import { liveLeadExchange } from "../../../services/providers/lead-exchange.ts";
import { liveMappings } from "../../../services/providers/mappings.ts";
import { livePhoneCheck } from "../../../services/providers/phone-check.ts";
import { smsGateway, twilioPhoneCode } from "../../../services/providers/phone-code/index.ts";
import { livePrePopulation } from "../../../services/providers/pre-population.ts";
import { liveProgressSave } from "../../../services/providers/progress-save.ts";
import { ownPost } from "../../../services/providers/webhooks.ts";
import { liveZipLookup } from "../../../services/providers/zip-lookup/index.ts";
import type { Fault } from "../../stubs/faults.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(
  startStub(() => ({ body: { status: "ACCEPTED", id: "1", valid: true } })),
);
/** Stands for each adapter's own deadline; short where it is what ends the call, but the head of what drips has come. */
const deadlines: { [fault in Fault]?: number } = { slow: 200, drip: 2_000 };
const ampleMs = 5_000;
/** A canary: none of these may be in a failure's words. */
const secrets = ["the-key", "pat", "2125550142", "10001", stub.origin, "127.0.0.1"];

const ipqs = { baseUrl: `${stub.origin}/api/json`, key: "the-key" };
const account = { campaignId: "1", supplierId: "2", key: "the-key" };
const buyer = { name: "lead-prosper" as const, isTest: true, url: stub.origin, account, firstRetryMs: 1 };
const form = { name: "bad-words" as const, encoding: "form" as const, secrets: [], firstRetryMs: 1 };
const message = { id: "m1", payload: { email: "pat@example.com", phone: "2125550142" }, attempt: 1 };
const announcement = { project: "MVA", zipCode: "10001", ipAddress: "192.0.2.1", userAgent: "pat" } as const;
const answered = { seq: 1, step: "NameAndEmail", answers: { email: "pat@example.com" }, at: 1 };
const progress = { progression: [{ seq: 1, step: "NameAndEmail", at: 1 }], backup: [answered] };
const blocked = { survey: "c", path: "/survey/c", affid: "7", email: "p***@example.com" };
const verified = { baseUrl: stub.origin, user: "pat", secret: "the-key", service: "VA1" };
const number = { phone: "+12125550142", sessionId: "pat" };

const calls: { [provider: string]: (timeoutMs: number) => Promise<unknown> } = {
  "zip-lookup": (timeoutMs) =>
    liveZipLookup(callJson, { template: `${stub.origin}/{zip}` }, timeoutMs).lookUp("10001"),
  "email-check": (timeoutMs) => liveEmailCheck(callJson, ipqs, timeoutMs).check("pat@example.com"),
  "phone-check": (timeoutMs) => livePhoneCheck(callJson, ipqs, timeoutMs).check("2125550142"),
  gibberish: (timeoutMs) => liveGibberishCheck(callJson, stub.origin, timeoutMs).judge("pat 2125550142"),
  "lead-exchange": (timeoutMs) =>
    liveLeadExchange(callJson, stub.origin, timeoutMs).announce({ ...announcement, tf: "", leadId: "" }),
  mappings: (timeoutMs) => liveMappings(callJson, stub.origin, timeoutMs).find({ affid: "1", oid: "81" }),
  "pre-population": (timeoutMs) =>
    livePrePopulation(callJson, stub.origin, 50, timeoutMs).ask({ affid: "1", sessionId: "pat" }),
  compensation: (timeoutMs) => liveCompensation(callJson, stub.origin, timeoutMs).estimate({ state: "CA" }),
  "chat-alert": (timeoutMs) => slackAlert(callJson, stub.origin, { timeoutMs, waits: [] }).send(blocked),
  "own-post": (timeoutMs) => ownPost(callJson, { ...form, url: stub.origin, timeoutMs }).deliver(message),
  buyers: (timeoutMs) => liveBuyers(callJson, stub.origin, timeoutMs).find({ zip_code: "10001" }),
  "progress-save": (timeoutMs) =>
    liveProgressSave(callJson, stub.origin, timeoutMs).save({ session: "pat", data: progress }),
  "phone-code": (timeoutMs) =>
    twilioPhoneCode(callJson, verified, timeoutMs).check({ ...number, code: "123456" }),
  texts: (timeoutMs) => smsGateway(callJson, stub.origin, timeoutMs)({ to: number.phone, text: "pat" }),
  "lead-prosper": (timeoutMs) => leadProsper(callJson, { ...buyer, timeoutMs }).deliver(message),
  "contact-ingest": (timeoutMs) =>
    leadProsper(callJson, { ...buyer, name: "contact-ingest", timeoutMs }).deliver(message),
};

/** How each fault must look to the caller. */
const expected: { [fault in Exclude<Fault, "ok">]: Partial<ProviderFailure> } = {
  down: { kind: "unavailable" },
  slow: { kind: "timeout" },
  drip: { kind: "timeout" },
  "4xx": { kind: "refused", status: 400 },
  "429": { kind: "refused", status: 429, retryAfterMs: 2000 },
  "5xx": { kind: "unavailable", status: 503 },
  garbage: { kind: "garbage" },
  html: { kind: "garbage" },
  redirect: { kind: "refused", status: 302 },
  huge: { kind: "garbage" },
  cut: { kind: "unavailable" },
};

/** A receiver that answers with a good status has got what was sent, whatever comes after it. */
const arrivals: Fault[] = ["garbage", "html", "huge", "drip", "cut"];
const takesAny = ["lead-exchange", "chat-alert", "own-post", "texts", "lead-prosper", "contact-ingest"];

describe.each(Object.entries(expected))("every provider when it is: %s", holds("T7"), (fault, looks) => {
  const timeoutMs = deadlines[fault as Fault] ?? ampleMs;

  // All at once: some of these faults last as long as the deadline.
  test("fails in its own words, or has got what was sent", async () => {
    stub.fault = fault as Fault;
    const ends = Object.entries(calls).map(async ([provider, call]) => {
      const failure = await call(timeoutMs).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (takesAny.includes(provider) && arrivals.includes(fault as Fault)) {
        expect(failure, provider).toBeUndefined();
        return;
      }
      expect(failure, provider).toBeInstanceOf(ProviderFailure);
      // A visitor waits for a code: when to ask again is not read of that service.
      const { retryAfterMs, ...said } = looks;
      expect(failure, provider).toMatchObject(provider === "phone-code" ? said : looks);
      for (const secret of secrets) expect((failure as Error).message, provider).not.toContain(secret);
    });
    await Promise.all(ends);
  });
});

test("a call to a port where nobody listens", async () => {
  const closed = "http://127.0.0.1:1";
  const call = liveGibberishCheck(createCallJson([closed]), closed, ampleMs).judge("text");
  await expect(call).rejects.toMatchObject({ kind: "unavailable" });
});
