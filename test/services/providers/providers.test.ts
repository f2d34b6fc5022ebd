import { afterAll, describe, expect, test } from "vitest";
import { createLog, silentLog } from "../../../services/observe/log.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { inWords } from "../../../services/providers/outside.ts";
import { readSettings } from "../../../services/settings/env.ts";
import type { PhoneCodes } from "../../../services/store/phone-codes.ts";
import { startStubs } from "../../stubs/run.ts";
import { pagesIn } from "../../support/pages.ts";

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
      ["deletion", true],
    ]);
  });

  test("says who answers", () =>
    expect(providers.outside.map(inWords)).toEqual([
      "zip look-up: embedded (packed table)",
      "e-mail check: embedded (disposable list and DNS; example.com passes)",
      "phone check: embedded (numbering plan; 555-01xx passes)",
      "phone verification: off (no TWILIO_… and no SMS_URL: numbers stay unverified)",
      "gibberish check: embedded (letter pairs)",
      "lead exchange: off (LEAD_EXCHANGE_URL is not set)",
      "buyers service: off (neither BUYERS_URL nor a buyer to be selected in BUYERS_FILE)",
      "mappings: off (MAPPINGS_URL is not set: every lead goes to the campaign of the settings)",
      "pre-population: off (no PREPOP_URL and no PREPOP_PERCENT: nobody)",
      "compensation estimate: embedded (our own table of round figures)",
      "progress save: embedded (kept in the visit's own log)",
      "chat alert: embedded (written to the log)",
      "click registration: embedded (ids of our own)",
      "TrustedForm: off (not configured: leads have none)",
      "Jornaya: off (not configured: leads have none)",
      "call tracking: embedded (DEFAULT_PHONE)",
      "public address: embedded (the one the server sees)",
      "media script: off (not configured)",
      "tracking pixel: off (not configured)",
      "ad-tracking script: off (not configured)",
      "Meta pixel: off (not configured)",
      "TikTok pixel: off (not configured)",
      "lead-prosper: off (not configured: messages are kept and wait)",
      "contact-ingest: off (not configured: messages are kept and wait)",
      "distribution: off (not configured: messages are kept and wait)",
      "transformed-lead: off (not configured: messages are kept and wait)",
      "ticket-lead: off (not configured: messages are kept and wait)",
      "bad-words: off (not configured: messages are kept and wait)",
      "deletion: off (DELETION_URLS is not set: each notice is parked for you to pass on)",
    ]));
});

test("the start says which pixels are live, and where", () => {
  const describe = (env: Record<string, string>) =>
    createProviders(readSettings(env), () => {}).outside.map(inWords);
  const media = { MEDIA_SCRIPT_URL: "https://media.example/x.js" };
  expect(describe(media)).toContain("media script: live (all surveys)");
  const PAGES_FILE = pagesIn({
    "/survey/a": { pixels: { tracking: "https://pixel.example/a.gif" } },
    "/survey/ticket": { pixels: { media: "off" } },
  });
  expect(describe({ ...media, PAGES_FILE })).toEqual(
    expect.arrayContaining([
      "media script: live (all surveys, /survey/ticket has none)",
      "tracking pixel: live (/survey/a has its own)",
      "ad-tracking script: off (not configured)",
    ]),
  );
  const social = { META_PIXEL_ID: "1234567890123456", TIKTOK_PIXEL_ID: "CSTUBPIXEL0123456789" };
  expect(describe(social)).toEqual(
    expect.arrayContaining(["Meta pixel: live (all surveys)", "TikTok pixel: live (all surveys)"]),
  );
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
    const [zip, email] = providers.outside.map(inWords);
    expect(zip).toBe("zip look-up: live (packed table when it fails)");
    expect(email).toBe("e-mail check: live (IPQS)");
    const modes = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "provider");
    expect(modes).toHaveLength(providers.outside.length);
    const inPage = [
      ...["click-registration", "trustedform", "jornaya", "call-tracking", "public-address"],
      ...["media-script", "tracking-pixel", "ad-tracking-script", "meta-pixel", "tiktok-pixel"],
    ];
    const others = modes.filter(({ provider }) => !inPage.includes(provider));
    expect(others.filter(({ mode }) => mode !== "live").map(({ provider }) => provider)).toEqual([
      "deletion",
    ]);
  });

  test("a failing look-up falls back and leaves a line without personal data", async () => {
    stubs.zipLookup.fault = "5xx";
    stubs.ipqs.fault = "429";
    // Each visitor's zip would be one more line: the table has answered.
    for (const zip of ["10001", "10002", "90210"]) {
      expect((await providers.zipLookup.lookUp(zip)).city).not.toBe("");
    }
    await expect(providers.phoneCheck.check("2125550142")).rejects.toMatchObject({ kind: "refused" });
    const failures = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "provider.failed");
    expect(failures).toMatchObject([
      { provider: "zip-lookup", outcome: "unavailable", status: 503, count: 1 },
      { provider: "phone-check", outcome: "refused", status: 429 },
    ]);
    expect(failures).toHaveLength(2);
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

test.each(["", "letters", "a.b"])("affiliate %j is not mapped: no call, and no failure", async (affid) => {
  const lines: string[] = [];
  const { mappings, prePopulation } = createProviders(
    readSettings(stubs.env),
    createLog((line) => lines.push(line)),
  );
  const before = stubs.mappings.requests.length;
  expect(await mappings.find({ affid, oid: "81" })).toBeUndefined();
  if (affid !== "letters") expect(await prePopulation.ask({ affid, sessionId: "s" })).toBeUndefined();
  expect(stubs.mappings.requests).toHaveLength(before);
  expect(lines.join()).not.toContain("provider.failed");
});

describe("the line of our own posts", () => {
  const url = { DISTRIBUTION_URL: "https://distribution.example/in" };
  test.each([
    [{}, "unsigned"],
    [{ WEBHOOK_SECRETS: `whsec_${btoa("x".repeat(24))}` }, "signed"],
  ])("with %o says %s", (more, words) => {
    expect(from({ ...url, ...more }).outside.map(inWords)).toContain(
      `distribution: live, test messages (our own contract; ${words})`,
    );
  });
});

test("the line of deletions names whom it tells", () => {
  const url = { DELETION_URLS: "distribution=https://distribution.example/forget" };
  expect(from(url).outside.map(inWords)).toContain(
    "deletion: live (notifies distribution; notices for all others are parked for you to pass on)",
  );
});

describe("the buyer's line", () => {
  test.each([
    [{}, "test messages"],
    [{ LEADPROSPER_TEST: "off" }, "real leads"],
  ])("with %o says %s", (more, words) => {
    expect(from({ ...account, ...more }).outside.map(inWords)).toContain(`lead-prosper: live, ${words}`);
  });
});
