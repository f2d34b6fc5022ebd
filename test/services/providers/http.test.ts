import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createLog, silentLog } from "../../../services/observe/log.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import { liveBuyers } from "../../../services/providers/buyers.ts";
import { slackAlert } from "../../../services/providers/chat-alert.ts";
import { liveCompensation } from "../../../services/providers/compensation.ts";
import { liveEmailCheck } from "../../../services/providers/email-check.ts";
import { liveGibberishCheck } from "../../../services/providers/gibberish.ts";
import { createCallJson, retryAfterMs } from "../../../services/providers/http.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { leadProsper } from "../../../services/providers/lead-buyer.ts";
import { liveLeadExchange } from "../../../services/providers/lead-exchange.ts";
import { liveMappings } from "../../../services/providers/mappings.ts";
import { livePhoneCheck } from "../../../services/providers/phone-check.ts";
import { smsGateway, twilioPhoneCode } from "../../../services/providers/phone-code/index.ts";
import { livePrePopulation } from "../../../services/providers/pre-population.ts";
import { liveProgressSave } from "../../../services/providers/progress-save.ts";
import { inWords } from "../../../services/providers/provider.ts";
import { ownPost } from "../../../services/providers/webhooks.ts";
import { liveZipLookup } from "../../../services/providers/zip-lookup/index.ts";
import type { PhoneCodes } from "../../../services/store/visits/phone-codes.ts";
import { startStubs } from "../../stubs/run.ts";
import { type Fault, startStub } from "../../stubs/stub-server.ts";
import { type GivenSettings, settingsOf } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

describe("one call", async () => {
  const { stub, callJson } = await stubbed(
    startStub(({ path }) => ({
      status: path === "/teapot" ? 418 : 200,
      body: { word: "x".repeat(Number(path.slice(1)) || 1) },
    })),
  );
  const schema = z.object({ word: z.string() });
  const call = { provider: "example", timeoutMs: 2000, schema };

  describe("callJson", () => {
    it("takes an answer of just under 64 KB and none above", async () => {
      const frame = '{"word":""}'.length;
      const most = 64 * 1024 - frame;
      expect((await callJson({ ...call, url: `${stub.origin}/${most}` })).word).toHaveLength(most);
      await expect(callJson({ ...call, url: `${stub.origin}/${most + 1}` })).rejects.toMatchObject({
        kind: "garbage",
      });
    });

    it.each(["http://127.0.0.1:1/", "http://169.254.169.254/", "https://example.com/"])(
      "never calls %s, which is not on its list",
      holds("T23"),
      async (url) => {
        await expect(callJson({ ...call, url })).rejects.toThrow("not on the outbound list");
        await expect(callJson({ ...call, url })).rejects.not.toThrow(url);
      },
    );

    it("takes scheme and port of a listed place into account", holds("T23"), async () => {
      const only = createCallJson([stub.origin.replace("http:", "https:")]);
      await expect(only({ ...call, url: stub.origin })).rejects.toThrow("not on the outbound list");
    });

    it.each([
      ["localhost", { mayBeHere: false }, "is not called"],
      ["127.0.0.1", { mayBeHere: false }, "is not called"],
      ["127.0.0.1", undefined, undefined],
      ["localhost", { mayBeHere: true }, undefined],
      ["169.254.1.1", undefined, "is not called"],
      ["169.254.1.1", { mayBeHere: true }, "is not called"],
      ["10.255.255.1", { mayBeHere: true }, "is not called"],
    ])(
      "looks at what %s is looked up as, handed in by others: %j",
      holds("T23"),
      async (host, handedIn, said) => {
        const origin = `http://${host}:${new URL(stub.origin).port}`;
        // What is open already to a place that may be called is no way around.
        await callJson({ ...call, url: `${stub.origin}/1` });
        const asked = createCallJson([origin])({ ...call, url: `${origin}/1`, handedIn });
        if (said)
          await expect(asked).rejects.toMatchObject({
            kind: "refused",
            message: expect.stringContaining(said),
          });
        else expect(await asked).toEqual({ word: "x" });
      },
    );

    it("does not follow a redirect", holds("T23"), async () => {
      stub.fault = "redirect";
      await expect(callJson({ ...call, url: stub.origin })).rejects.toMatchObject({
        kind: "refused",
        status: 302,
      });
      expect(stub.requests).toHaveLength(1);
    });

    it("uses a connection again, also where nobody waits for the body", async () => {
      let connections = 0;
      const server = createServer((_, response) => response.end(`{"word":"${"x".repeat(20_000)}"}`));
      server.on("connection", () => connections++);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const own = createCallJson([url]);
      // A body may still be on its way when the next call is made: then that one, and no later one, has its own.
      for (let calls = 0; calls < 20; calls++)
        await own({ ...call, url, ...(calls % 2 && { schema: undefined }) });
      expect(connections).toBeLessThan(5);
      server.closeAllConnections();
      server.close();
    });

    it("reads a refusal's body only when asked to", async () => {
      const url = `${stub.origin}/teapot`;
      await expect(callJson({ ...call, url })).rejects.toMatchObject({ kind: "refused", status: 418 });
      expect(await callJson({ ...call, url, readRefusals: true })).toEqual({ word: "x" });
      stub.fault = "4xx";
      await expect(callJson({ ...call, url, readRefusals: true })).rejects.toMatchObject({
        kind: "refused",
        status: 400,
      });
    });
  });

  describe("retryAfterMs", () => {
    const now = Date.parse("2026-01-02T00:00:00Z");
    it.each([
      [null, undefined],
      ["", undefined],
      ["soon", undefined],
      ["0", 0],
      ["120", 120_000],
      ["999999999", 86_400_000],
      ["Fri, 02 Jan 2026 00:01:00 GMT", 60_000],
      ["Thu, 01 Jan 2026 00:00:00 GMT", 0],
    ])("%j is %s", (header, wait) => expect(retryAfterMs(header, now)).toBe(wait));
  });
});

describe("faults", async () => {
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
  const announcement = {
    project: "MVA",
    zipCode: "10001",
    ipAddress: "192.0.2.1",
    userAgent: "pat",
  } as const;
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
    it("fails in its own words, or has got what was sent", async () => {
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

  it("a call to a port where nobody listens", async () => {
    const closed = "http://127.0.0.1:1";
    const call = liveGibberishCheck(createCallJson([closed]), closed, ampleMs).judge("text");
    await expect(call).rejects.toMatchObject({ kind: "unavailable" });
  });
});

describe("all providers", async () => {
  const stubs = await startStubs({ ports: "any" });
  afterAll(() => stubs.stop());

  const account = { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" };
  const from = (env: Record<string, string>) => createProviders(settingsOf(env), silentLog);

  describe("createProviders without settings", () => {
    const providers = from({});

    it("answers everything itself", async () => {
      expect((await providers.zipLookup.lookUp("10001")).city).toBe("New York");
      expect(await providers.emailCheck.check("pat@mailinator.com")).toMatchObject({ disposable: true });
      expect(await providers.phoneCheck.check("2125550142")).toMatchObject({ valid: true });
      expect(await providers.gibberish.judge("test test test test")).toBe(true);
      const noCodes = providers.phoneCode({} as PhoneCodes);
      const check = { phone: "+12125550142", sessionId: "s", code: "123456" };
      expect(await noCodes.check(check), "no code that was sent before a restart").toEqual({
        status: "expired",
      });
      expect(providers.destinations.map(({ name, configured }) => [name, configured])).toEqual([
        ["lead-prosper", false],
        ["contact-ingest", false],
        ["distribution", false],
        ["transformed-lead", false],
        ["ticket-lead", false],
        ["bad-words", false],
        ["notices", true],
      ]);
    });
  });

  it("the start says which pixels are live, and where", () => {
    const describe = (env: GivenSettings) => createProviders(settingsOf(env), () => {}).outside.map(inWords);
    const media = { "pixels.media": "https://media.example/x.js" };
    expect(describe(media)).toContain("media script: live (all surveys)");
    const pages = {
      "/survey/a": { pixels: { tracking: "https://pixel.example/a.gif" } },
      "/survey/ticket": { pixels: { media: "off" } },
    };
    expect(describe({ ...media, pages })).toEqual(
      expect.arrayContaining([
        "media script: live (all surveys, /survey/ticket has none)",
        "tracking pixel: live (/survey/a has its own)",
        "ad-tracking script: off (not configured)",
      ]),
    );
    const social = { "pixels.meta": "1234567890123456", "pixels.tiktok": "CSTUBPIXEL0123456789" };
    expect(describe(social)).toEqual(
      expect.arrayContaining(["Meta pixel: live (all surveys)", "TikTok pixel: live (all surveys)"]),
    );
  });

  describe("createProviders with every service set", () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const providers = createProviders(settingsOf(stubs.env), log);

    it("says so, on the console and in the log", () => {
      const [zip, email] = providers.outside.map(inWords);
      expect(zip).toBe("zip look-up: live (packed table when it fails)");
      expect(email).toBe("e-mail check: live (IPQS)");
      const modes = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "provider");
      expect(modes).toHaveLength(providers.outside.length);
      const inPage = [
        "click-registration",
        "trustedform",
        "jornaya",
        "call-tracking",
        "public-address",
        "media-script",
        "tracking-pixel",
        "ad-tracking-script",
        "meta-pixel",
        "tiktok-pixel",
      ];
      const others = modes.filter(({ provider }) => !inPage.includes(provider));
      expect(others.filter(({ mode }) => mode !== "live").map(({ provider }) => provider)).toEqual([
        "notices",
      ]);
    });

    it("a failing look-up falls back and leaves a line without personal data", async () => {
      stubs.zipLookup.fault = "5xx";
      stubs.ipqs.fault = "429";
      // Each visitor's zip would be one more line: the table has answered.
      for (const zip of ["10001", "10002", "90210"]) {
        expect((await providers.zipLookup.lookUp(zip)).city).not.toBe("");
      }
      await expect(providers.phoneCheck.check("2125550142")).rejects.toMatchObject({ kind: "refused" });
      const failures = lines
        .map((line) => JSON.parse(line))
        .filter(({ event }) => event === "provider.failed");
      expect(failures).toMatchObject([
        { provider: "zip-lookup", outcome: "unavailable", status: 503, count: 1 },
        { provider: "phone-check", outcome: "refused", status: 429 },
      ]);
      expect(failures).toHaveLength(2);
      expect(lines.join()).not.toMatch(/2125550142|10001|127\.0\.0\.1/);
    });
  });

  describe("fictitious numbers", () => {
    it("are refused once leads go to a real buyer", async () => {
      expect((await from(account).phoneCheck.check("2125550142")).valid).toBe(false);
      const stub = { ...account, LEADPROSPER_URL: "http://localhost:4501/direct_post" };
      expect((await from(stub).phoneCheck.check("2125550142")).valid).toBe(true);
    });
  });

  describe("the line of our own posts", () => {
    const url = { DISTRIBUTION_URL: "https://distribution.example/in" };
    it.each([
      [{}, "unsigned"],
      [{ WEBHOOK_SECRETS: `whsec_${btoa("x".repeat(24))}` }, "signed"],
    ])("with %o says %s", (more, words) => {
      expect(from({ ...url, ...more }).outside.map(inWords)).toContain(
        `distribution: live, test messages (our own contract; ${words})`,
      );
    });
  });

  it("the line of notices names whom it tells", () => {
    const url = { DELETION_URLS: "distribution=https://distribution.example/forget" };
    expect(from(url).outside.map(inWords)).toContain(
      "notices: live (notifies distribution; notices for all others are parked for you to pass on)",
    );
  });

  describe("the buyer's line", () => {
    it.each([
      [{}, "test messages"],
      [{ "delivery.lead-prosper-test": "off" }, "real leads"],
    ])("with %o says %s", (more, words) => {
      expect(from({ ...account, ...more }).outside.map(inWords)).toContain(`lead-prosper: live, ${words}`);
    });
  });
});
