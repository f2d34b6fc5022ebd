import { describe, expect, test } from "vitest";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import { liveBuyers } from "../../../services/providers/buyers/live.ts";
import { slackAlert } from "../../../services/providers/chat-alert/slack.ts";
import { liveCompensation } from "../../../services/providers/compensation/live.ts";
import { liveEmailCheck } from "../../../services/providers/email-check/live.ts";
import { liveGibberishCheck } from "../../../services/providers/gibberish/live.ts";
import { createCallJson } from "../../../services/providers/http.ts";
import { leadProsper } from "../../../services/providers/lead-buyer/destination.ts";
import { liveLeadExchange } from "../../../services/providers/lead-exchange/live.ts";
import { liveMappings } from "../../../services/providers/mappings/live.ts";
import { livePhoneCheck } from "../../../services/providers/phone-check/live.ts";
import { livePrePopulation } from "../../../services/providers/pre-population/live.ts";
import { liveProgressSave } from "../../../services/providers/progress-save/live.ts";
import { ownPost } from "../../../services/providers/webhooks/destination.ts";
import { liveZipLookup } from "../../../services/providers/zip-lookup/live.ts";
import { type Fault, faults } from "../../stubs/faults.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(
  startStub(() => ({ body: { status: "ACCEPTED", id: "1", valid: true } })),
);
/** Stands for each adapter's own deadline; short only where it is what ends the call. */
const deadlines: { [fault in Fault]?: number } = { slow: 200, drip: 200 };
const ampleMs = 5_000;
/** A canary: none of these may be in a failure's words. */
const secrets = ["the-key", "pat", "2125550142", "10001", stub.origin, "127.0.0.1"];

const ipqs = { baseUrl: `${stub.origin}/api/json`, key: "the-key" };
const buyer = {
  name: "lead-prosper" as const,
  isTest: true,
  url: `${stub.origin}/direct_post`,
  account: { campaignId: "1", supplierId: "2", key: "the-key" },
  firstRetryMs: 1,
};
const post = {
  name: "bad-words" as const,
  url: stub.origin,
  encoding: "form" as const,
  firstRetryMs: 1,
  secrets: [],
};
const message = { id: "m1", payload: { email: "pat@example.com", phone: "2125550142" }, attempt: 1 };
const announcement = {
  project: "MVA",
  zipCode: "10001",
  ipAddress: "192.0.2.1",
  userAgent: "pat",
  tf: "",
  leadId: "",
} as const;

const progress = {
  progression: [{ seq: 1, step: "NameAndEmail", at: 1 }],
  backup: [{ seq: 1, step: "NameAndEmail", answers: { email: "pat@example.com" }, at: 1 }],
};

const blocked = { survey: "c", path: "/survey/c", affid: "7", email: "p***@example.com" };

const calls: { [provider: string]: (timeoutMs: number) => Promise<unknown> } = {
  "zip-lookup": (timeoutMs) =>
    liveZipLookup(callJson, { template: `${stub.origin}/{zip}` }, timeoutMs).lookUp("10001"),
  "email-check": (timeoutMs) => liveEmailCheck(callJson, ipqs, timeoutMs).check("pat@example.com"),
  "phone-check": (timeoutMs) => livePhoneCheck(callJson, ipqs, timeoutMs).check("2125550142"),
  gibberish: (timeoutMs) => liveGibberishCheck(callJson, stub.origin, timeoutMs).judge("pat 2125550142"),
  "lead-exchange": (timeoutMs) => liveLeadExchange(callJson, stub.origin, timeoutMs).announce(announcement),
  mappings: (timeoutMs) => liveMappings(callJson, stub.origin, timeoutMs).find({ affid: "1", oid: "81" }),
  "pre-population": (timeoutMs) =>
    livePrePopulation(callJson, stub.origin, 50, timeoutMs).ask({ affid: "1", sessionId: "pat" }),
  compensation: (timeoutMs) => liveCompensation(callJson, stub.origin, timeoutMs).estimate({ state: "CA" }),
  "chat-alert": (timeoutMs) => slackAlert(callJson, stub.origin, { timeoutMs, waits: [] }).send(blocked),
  "own-post": (timeoutMs) => ownPost(callJson, { ...post, timeoutMs }).deliver(message),
  buyers: (timeoutMs) => liveBuyers(callJson, stub.origin, timeoutMs).find({ zip_code: "10001" }),
  "progress-save": (timeoutMs) =>
    liveProgressSave(callJson, stub.origin, timeoutMs).save({ session: "pat", data: progress }),
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
const takesAny = ["lead-exchange", "chat-alert", "own-post", "lead-prosper", "contact-ingest"];

describe.each(Object.keys(calls))("%s", (provider) => {
  test.each(faults.filter((fault) => fault !== "ok"))("when it is: %s", holds("T7"), async (fault) => {
    stub.fault = fault;
    const timeoutMs = deadlines[fault] ?? ampleMs;
    if (takesAny.includes(provider) && arrivals.includes(fault)) {
      await calls[provider]!(timeoutMs);
      expect(stub.requests).toHaveLength(1);
      return;
    }
    // Two of these faults never end: a deadline that is not kept would be seen as the test's own.
    const failure = await calls[provider]!(timeoutMs).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure).toMatchObject(expected[fault]);
    for (const secret of secrets) expect((failure as Error).message).not.toContain(secret);
  });
});

test("a call to a port where nobody listens", async () => {
  const closed = "http://127.0.0.1:1";
  const call = liveGibberishCheck(createCallJson([closed]), closed, ampleMs).judge("text");
  await expect(call).rejects.toMatchObject({ kind: "unavailable" });
});
