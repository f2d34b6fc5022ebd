import { afterAll, describe, expect, test } from "vitest";
import { createLog, silentLog } from "../../../services/observe/log.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { inWords } from "../../../services/providers/provider.ts";
import { readSettings } from "../../../services/settings/env.ts";
import type { PhoneCodes } from "../../../services/store/visits/phone-codes.ts";
import { startStubs } from "../../stubs/run.ts";
import { pagesIn } from "../../support/pages.ts";

const stubs = await startStubs({ ports: "any" });
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

  test("says who answers", () => {
    const lines = providers.outside.map(inWords);
    for (const line of lines) expect(line).toMatch(/^[\w -]+: (embedded|off) \(.+\)$/);
    const modes = ["embedded", "off"].map((mode) =>
      lines.filter((line) => line.includes(`: ${mode} (`)).map((line) => line.split(":")[0]),
    );
    expect(modes).toEqual([
      [
        ...["zip look-up", "e-mail check", "phone check", "gibberish check", "compensation estimate"],
        ...["progress save", "chat alert", "click registration", "call tracking", "public address"],
      ],
      [
        ...["phone verification", "lead exchange", "buyers service", "mappings", "pre-population"],
        ...["TrustedForm", "Jornaya", "media script", "tracking pixel", "ad-tracking script"],
        ...["Meta pixel", "TikTok pixel", "lead-prosper", "contact-ingest", "distribution"],
        ...["transformed-lead", "ticket-lead", "bad-words", "deletion"],
      ],
    ]);
  });
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
