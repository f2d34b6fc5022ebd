import { afterAll, describe, expect, test } from "vitest";
import { readSettings } from "../../../services/env.ts";
import { createLog, silentLog } from "../../../services/log.ts";
import { createProviders } from "../../../services/providers.ts";
import { startStubs } from "../../stubs/run.ts";

const printed: string[] = [];
const stubs = await startStubs({ ports: "any", print: (line) => printed.push(line) });
afterAll(() => stubs.stop());

const account = { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" };
const from = (env: Record<string, string>) => createProviders(readSettings(env), silentLog);

describe("createProviders without settings", () => {
  const providers = from({});

  test("answers everything itself", async () => {
    expect((await providers.zipLookup.lookUp("10001")).city).toBe("New York");
    expect(await providers.emailCheck.check("pat@mailinator.com")).toMatchObject({ disposable: true });
    expect(await providers.phoneCheck.check("2125550142")).toMatchObject({ valid: true });
    expect(await providers.gibberish.judge("test test test test")).toBe(true);
    expect(providers.destinations.map(({ name, configured }) => [name, configured])).toEqual([
      ["lead-prosper", false],
      ["contact-ingest", false],
      ["distribution", false],
      ["transformed-lead", false],
      ["ticket-lead", false],
      ["bad-words", false],
      ["deletion", true],
    ]);
  });

  test("says who answers", () =>
    expect(providers.describe()).toEqual([
      "zip look-up: embedded (packed table)",
      "e-mail check: embedded (disposable list)",
      "phone check: embedded (numbering plan; 555-01xx passes)",
      "phone verification: off (no TWILIO_… and no SMS_URL: numbers stay unverified)",
      "gibberish check: embedded (letter pairs)",
      "lead exchange: off (LEAD_EXCHANGE_URL is not set)",
      "buyers service: off (BUYERS_URL is not set: the default buyers are named)",
      "mappings: off (MAPPINGS_URL is not set: every lead goes to the campaign of the settings)",
      "pre-population: off (PREPOP_URL is not set: nobody)",
      "compensation estimate: embedded (our own table of round figures)",
      "progress save: off (PROGRESS_URL is not set)",
      "chat alert: off (SLACK_WEBHOOK_URL is not set)",
      "click registration: embedded (ids of our own)",
      "TrustedForm: off (not configured: leads have none)",
      "Jornaya: off (not configured: leads have none)",
      "call tracking: embedded (DEFAULT_PHONE)",
      "public address: embedded (the one the server sees)",
      "lead-prosper: off (not configured: messages are kept and wait)",
      "contact-ingest: off (not configured: messages are kept and wait)",
      "distribution: off (not configured: messages are kept and wait)",
      "transformed-lead: off (not configured: messages are kept and wait)",
      "ticket-lead: off (not configured: messages are kept and wait)",
      "bad-words: off (not configured: messages are kept and wait)",
      "deletion: live (tells nobody; for others the message is parked)",
    ]));
});

describe("createProviders with every service set", () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const providers = createProviders(readSettings(stubs.env), log);

  test("asks the services", async () => {
    expect((await providers.zipLookup.lookUp("10001")).city).toBe("New York");
    expect(await providers.phoneCheck.check("2125550199")).toMatchObject({ fraud_score: 92 });
    expect(await providers.gibberish.judge("sdfghjkl")).toBe(true);
    const [buyer, contact] = providers.destinations;
    const payload = {
      first_name: "Patricia",
      last_name: "Doe",
      email: "pat@example.com",
      phone: "2125550142",
      state: "NY",
    };
    expect(await buyer!.deliver({ id: "m1", payload, attempt: 1 })).toMatchObject({ outcome: "accepted" });
    expect(await contact!.deliver({ id: "m2", payload, attempt: 1 })).toMatchObject({ outcome: "accepted" });
    expect(stubs.leadProsper.received.get("m2")?.path).toBe("/contact");
    expect(buyer!.firstRetryMs).toBe(1000);
  });

  test("says so, on the console and in the log", () => {
    const [zip, email] = providers.describe();
    expect(zip).toBe("zip look-up: live (packed table when it fails)");
    expect(email).toBe("e-mail check: live (IPQS)");
    const modes = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "provider");
    expect(modes).toHaveLength(providers.describe().length);
    const inPage = ["click-registration", "trustedform", "jornaya", "call-tracking", "public-address"];
    const others = modes.filter(({ provider }) => !inPage.includes(provider));
    expect(others.filter(({ mode }) => mode !== "live")).toEqual([]);
  });

  test("a failing look-up falls back and leaves a line without personal data", async () => {
    stubs.zipLookup.fault = "5xx";
    stubs.ipqs.fault = "429";
    expect((await providers.zipLookup.lookUp("10001")).city).toBe("New York");
    await expect(providers.phoneCheck.check("2125550142")).rejects.toMatchObject({ kind: "refused" });
    const failures = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "provider.failed");
    expect(failures).toMatchObject([
      { provider: "zip-lookup", outcome: "unavailable", status: 503 },
      { provider: "phone-check", outcome: "refused", status: 429 },
    ]);
    expect(lines.join()).not.toMatch(/2125550142|10001|127\.0\.0\.1/);
  });

  test("the stub buyer prints a masked line per lead", () => {
    expect(printed[0]).toBe("stub buyer: direct_post m1 P*** D*** (NY): accept");
    expect(printed.join()).not.toMatch(/Patricia|pat@|2125550142/);
  });
});

describe("fictitious numbers", () => {
  test("are refused once leads go to a real buyer", async () => {
    expect((await from(account).phoneCheck.check("2125550142")).valid).toBe(false);
    const stub = { ...account, LEADPROSPER_URL: "http://localhost:4501/direct_post" };
    expect((await from(stub).phoneCheck.check("2125550142")).valid).toBe(true);
  });
});

describe("the line of our own posts", () => {
  const url = { DISTRIBUTION_URL: "https://distribution.example/in" };
  test.each([
    [{}, "unsigned"],
    [{ WEBHOOK_SECRETS: `whsec_${btoa("x".repeat(24))}` }, "signed"],
  ])("with %o says %s", (more, words) => {
    const { describe } = from({ ...url, ...more });
    expect(describe()).toContain(`distribution: live, test messages (our own contract; ${words})`);
  });
});

describe("the buyer's line", () => {
  test.each([
    [{}, "test messages"],
    [{ LEADPROSPER_TEST: "off" }, "real leads"],
  ])("with %o says %s", (more, words) => {
    expect(from({ ...account, ...more }).describe()).toContain(`lead-prosper: live, ${words}`);
  });
});
