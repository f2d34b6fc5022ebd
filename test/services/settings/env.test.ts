import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { BadSetting } from "../../../services/settings/kinds.ts";
import { environmentIn } from "../../../services/settings/load-env.ts";
import { isLoopback } from "../../../services/settings/near-addresses.ts";
import { plainSettings } from "../../../services/settings/plain-settings.ts";
import { ownNames, variableNames } from "../../../services/settings/variables.ts";
import { type GivenSettings, settingsOf } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";

const account = { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" };
const secret = "s".repeat(32);

function refusal(env: Record<string, string>): string {
  try {
    settingsOf(env);
  } catch (error) {
    expect(error).toBeInstanceOf(BadSetting);
    return (error as Error).message;
  }
  throw new Error("was accepted");
}

/** The faults without their places. */
const asText = (env: GivenSettings) => JSON.stringify({ ...settingsOf(env), file: "", contents: {} });

describe(".env.example", () => {
  const lines = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8").split("\n");
  const example = lines.flatMap((line) =>
    [...line.matchAll(/^([A-Z0-9_]+)=(.*)$/g)].map(([, name, value]) => [name!, value!]),
  );

  it("lists every variable, in the schema's order", holds(363), () => {
    expect(example.map(([name]) => name)).toEqual(variableNames);
  });

  it("shows the defaults", holds(427), () => {
    expect(asText(Object.fromEntries(example))).toBe(asText({}));
    for (const [name, value] of example) {
      if (value) expect(asText({ [name!]: value }), name).toBe(asText({}));
    }
  });
});

/** Values that one setting or another takes, none of them a default. */
const values = [
  "7",
  "9",
  "1000",
  "100000",
  "12345",
  "0.5",
  "on",
  "off",
  "skip",
  "CA",
  "ar",
  "2 hours",
  "C4ABCDEFGH0123456789",
  "other.example",
  "https://other.example",
  "https://other.example/x",
  "https://other.example/{zip}",
  "file:./other.db",
  "sub4",
  "postgres://u:p@h/d",
  "ana@example.com",
  "America/Chicago",
  "+18005550199",
  "other/key",
  "x-other=1",
  "lead-prosper=https://other.example",
  secret,
  `age1${"q".repeat(58)}`,
  ...["", "buyer="].map((name) => `${name}whsec_${"q".repeat(32)}`),
];
const twilio = { TWILIO_API_KEY: "SK1", TWILIO_SECRET: "s", TWILIO_VERIFY_SERVICE_SID: "VA1" };
const server = { DATABASE_URL: "postgres://h/d", SESSION_SECRETS: secret };
const identityProvider = { OIDC_ISSUER: "https://idp.example", OIDC_CLIENT_ID: "i", OIDC_CLIENT_SECRET: "s" };
const mailServer = {
  destinations: "desk: { kind: email, smtp: smtp://mail.example, from: a@b.co, to: a@b.co }",
};
/** Settings that others require beside them. */
const besides: Record<string, Record<string, string>> = {
  ...Object.fromEntries([...Object.keys(account), "CONTACT_INGEST_URL"].map((name) => [name, account])),
  ...Object.fromEntries(Object.keys(twilio).map((name) => [name, twilio])),
  ...Object.fromEntries(
    variableNames
      .filter((name) => /^(REPLICA_URL|\w+_DATABASE_URL|DATABASE_\w+_URL)$/.test(name))
      .map((name) => [name, server]),
  ),
  ...Object.fromEntries(
    variableNames.filter((name) => name.startsWith("OIDC_")).map((name) => [name, identityProvider]),
  ),
  OTEL_TRACES_SAMPLER_ARG: { OTEL_EXPORTER_OTLP_ENDPOINT: "https://traces.example" },
  "scripts.retreaver-host": { "scripts.retreaver-campaign": "k" },
  "scripts.public-ip-fallback": { "scripts.public-ip": "https://ip.example/" },
  "consents.witness-email": mailServer,
  "limits.receipts-per-day": mailServer,
  "sources.ad": { "sources.set": "sub3" },
};
/** Settings with a test of their own, as variables of features and the other id of Twilio's account have below. */
const elsewhere = ["CLAIMPATH_FILE", "TWILIO_ACCOUNT_SID", ...ownNames];
const names = [...variableNames, ...plainSettings.map(({ name }) => name)];

describe("one setting", () => {
  it.each(names.filter((name) => !elsewhere.includes(name)))("the setting %s is read", (name) => {
    const others = besides[name] ?? {};
    const settingsWith = (value: string) => {
      try {
        return asText({ ...others, [name]: value });
      } catch (error) {
        if (error instanceof BadSetting) return undefined;
        throw error;
      }
    };
    const taken = values.map(settingsWith).filter((settings) => settings !== undefined);
    expect(taken.length, "none of the values is one for it").toBeGreaterThan(0);
    const without = settingsWith(others[name] ?? "");
    expect(taken.some((settings) => settings !== without)).toBe(true);
  });
});

describe("readSettings", () => {
  it.each(["ARCHIVE_DIR", "ARCHIVE_RECIPIENT", "ARCHIVE_KEEP_DAYS", "ARCHIVE_METRICS", "ARCHIVE_IDENTITY"])(
    "%s, by which an older release shipped SQLite's log, is refused with its successor",
    (name) => {
      expect(refusal({ [name]: "14" })).toBe(
        `Bad settings: ${name} must be unset, since the log of a SQLite store is no longer shipped: run Litestream beside the site instead (docs/backups.md).`,
      );
      expect(asText({ [name]: "" })).toBe(asText({}));
    },
  );
  it("refuses keys that Vault sealed, and says where an environment comes from", holds("T113"), () => {
    const key = "0fb1e8d2c3a4967f".repeat(2);
    const said = refusal({ DATA_KEYS: `${key}, vault:v12:8SDd`, HASH_KEY: "vault:v1:8SDd", PORT: "80a" });
    expect(said).toMatch(/^Bad settings: HASH_KEY, DATA_KEYS must not be sealed, since .+docs\/backups\.md/);
    expect(said).not.toMatch(/8SDd|0fb1e8d2/);
    const [, heading] = said.match(/“(.+)”/)!;
    expect(readFileSync("docs/backups.md", "utf8")).toContain(`\n## ${heading}\n`);
    expect(asText({ HASH_KEY: key, VAULT_ADDR: "https://vault.test" })).toBe(asText({ HASH_KEY: key }));
  });

  it("keeps nothing for less than a day, and requests as long as the law requires", () => {
    for (const { name } of plainSettings.filter(({ key }) => /-days$/.test(key)))
      expect(refusal({ [name]: "0" }), name).toContain(`${name} must be a whole number from `);
    expect(refusal({ "keep.request-days": "730" })).toContain("from 731");
  });

  it("takes an empty value as unset and ignores other variables", () => {
    expect(asText({ PORT: "", SITE_ORIGIN: "  ", PATH: "/bin" })).toBe(asText({}));
  });

  it("refuses the setting of groups of visitors, since a site that ignored it could sell a lead twice", () => {
    const url = "postgres://me:secret@localhost/shared";
    const said = refusal({ SHARED_DATABASE_URL: url, PORT: "80a" });
    expect(said).toMatch(/^Bad settings: SHARED_DATABASE_URL must be unset, since .+docs\/scaling\.md/);
    expect(said).not.toContain("secret");
    expect(asText({ SHARED_DATABASE_URL: " " })).toBe(asText({}));
    const [, heading] = said.match(/“(.+)”/)!;
    expect(readFileSync("docs/scaling.md", "utf8")).toContain(`\n## ${heading}\n`);
  });

  it("reads lists, switches and addresses", holds(355, 515), () => {
    const settings = settingsOf({
      "survey.partial-fault-states": "fl, TX",
      SESSION_SECRETS: `${secret},${secret}2`,
      "survey.force-early-treatment": "off",
      SITE_ORIGIN: "https://Claims.example/",
      ...account,
      "delivery.lead-prosper-test": "off",
    });
    expect(settings.partialFaultStates).toEqual(["FL", "TX"]);
    expect(settings.sessionSecrets).toEqual([secret, `${secret}2`]);
    expect(settings.forceEarlyTreatment).toBe(false);
    expect(settings.siteOrigin).toBe("https://claims.example");
    expect(settings.leadProsperAccount).toEqual({ campaignId: "1", supplierId: "2", key: "k" });
    expect(settings.plain.delivery["lead-prosper-test"]).toBe(false);
  });

  it("marks leads as tests unless set otherwise, receiver by receiver", () => {
    const { plain, ownPosts } = settingsOf({
      "delivery.ticket-lead-test": "off",
    });
    expect(plain.delivery).toMatchObject({ "lead-prosper-test": true, "contact-ingest-test": true });
    expect(ownPosts.map(({ name, isTest }) => [name, isTest])).toEqual([
      ["distribution", true],
      ["transformed-lead", true],
      ["ticket-lead", false],
      ["bad-words", undefined],
    ]);
  });

  it.each([
    ["", "1000350"],
    ["77", "77"],
    ["none", ""],
  ])("delivery.transformed-lead-affid: %s is the affiliate %j", holds(510), (affid, expected) => {
    expect(settingsOf({ "delivery.transformed-lead-affid": affid }).transformedAffid).toBe(expected);
  });

  it.each([
    ["PORT", "80a"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["SITE_ORIGIN", "https://example.com/path"],
    ["SITE_ORIGIN", "example.com"],
    ["SITE_ORIGIN", "https://u:p@example.com"],
    ["TRUST_PROXY", "yes"],
    ["DATABASE_URL", "mysql://x/y"],
    ["DATABASE_URL", "file:"],
    ["DATABASE_URL", "postgres://"],
    ["DATABASE_DIRECT_URL", "file:./other.db"],
    ["SESSION_SECRETS", "short"],
    ["SESSION_SECRETS", `${secret},`],
    ["HASH_KEY", "short"],
    ["DATA_KEYS", `${secret},short`],
    ["server.log", "true"],
    ["company.phone", "877-555-0142"],
    ["company.phone", "+12125550142"],
    ["company.email", "nobody"],
    ["company.time-zone", "Mars/Olympus"],
    ["company.time-zone", "+05:00"],
    ["survey.partial-fault-states", "Florida"],
    ["keep.visit-days", "0"],
    ["LEADPROSPER_URL", "ftp://example.com"],
    ["delivery.distribution-test", "no"],
    ["delivery.transformed-lead-affid", "two words"],
    ["ZIP_LOOKUP_URL", "https://example.com/"],
    ["IPQS_KEY", "two words"],
    ["scripts.everflow-domain", "www.example.com/scripts"],
    ["TRUSTEDFORM_FIELD", "a field"],
    ["scripts.trustedform-cert-origins", "https://cert.example/path"],
    ["scripts.retreaver-host", "two words"],
    ["WEBHOOK_SECRETS", `whsec_${btoa("23 bytes are too few..")}`],
    ["WEBHOOK_SECRETS", `whsec_${btoa("x".repeat(65))}`],
    ["WEBHOOK_SECRETS", `${btoa("x".repeat(32))}`],
    ["WEBHOOK_SECRETS", `whsec_${"-".repeat(40)}`],
    ["WEBHOOK_SECRETS", `whsec_${btoa("x".repeat(32))},`],
    ["DELETION_URLS", "nobody=https://example.com"],
    ["DELETION_URLS", "distribution=example.com"],
    ["DELETION_URLS", "https://example.com"],
    ["keep.request-days", "700"],
    ["pixels.meta", "12a"],
    ["pixels.tiktok", "c1"],
  ])("refuses %s=%s with a sentence that names it", (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(
      new RegExp(`^Bad settings: (?:\\S+ line \\d+ column \\d+: )?${name} must be .+\\.$`),
    );
    expect(message).not.toContain(secret);
  });

  it("reports all bad settings at once", () => {
    expect(refusal({ PORT: "x", "server.log": "x", "keep.visit-days": "x" })).toMatch(
      /PORT must be .*; .* keep\.visit-days must be .*; .* server\.log must be /,
    );
  });

  it("requires a secret when several processes may share the store", () => {
    expect(refusal({ DATABASE_URL: "postgres://u:p@db/claims" })).toContain("SESSION_SECRETS must be set");
    expect(
      settingsOf({ DATABASE_URL: "postgres://u:p@db/claims", SESSION_SECRETS: secret }).sessionSecrets,
    ).toHaveLength(1);
  });

  it("accepts a host by its name or as an origin, and says what pages load", () => {
    expect(settingsOf({ "scripts.everflow-domain": "www.example.com" }).pageScripts).toEqual({
      everflow: { script: "https://www.example.com/scripts/main.js" },
    });
    expect(settingsOf({ "scripts.everflow-domain": "http://127.0.0.1:4512" }).pageScripts).toEqual({
      everflow: { script: "http://127.0.0.1:4512/scripts/main.js" },
    });
    expect(settingsOf({ TRUSTEDFORM_API_KEY: "k", JORNAYA_ACCOUNT_CODE: "a" })).toMatchObject({
      pageScripts: {},
      callTracker: undefined,
    });
  });

  it("lets one call tracker provide the number, and a fallback only behind a service", () => {
    expect(refusal({ "scripts.retreaver-campaign": "k", "scripts.ringba-tag": "t" })).toContain(
      "scripts.retreaver-campaign and scripts.ringba-tag must not both be set",
    );
    expect(refusal({ "scripts.public-ip-fallback": "https://ip.example" })).toContain(
      "scripts.public-ip must be set",
    );
  });

  it("requires the buyer's ids together", () => {
    expect(refusal({ LEADPROSPER_KEY: "k" })).toContain(
      "LEADPROSPER_CAMPAIGN_ID, LEADPROSPER_SUPPLIER_ID must be set too",
    );
    expect(refusal({ CONTACT_INGEST_URL: "https://example.com/in" })).toContain(
      "LEADPROSPER_KEY must be set too",
    );
  });

  it("requires a whole Twilio account, by one of its two ids, or a gateway for texts in its place", () => {
    const account = { TWILIO_SECRET: "s", TWILIO_VERIFY_SERVICE_SID: "VA1" };
    const together =
      "TWILIO_ACCOUNT_SID or TWILIO_API_KEY, TWILIO_SECRET and TWILIO_VERIFY_SERVICE_SID must be set together";
    expect(refusal(account)).toContain(together);
    expect(refusal({ TWILIO_API_KEY: "SK1" })).toContain(together);
    expect(refusal({ TWILIO_API_KEY: "SK1", TWILIO_SECRET: "s" })).toContain(together);
    expect(refusal({ ...account, TWILIO_API_KEY: "SK1", TWILIO_ACCOUNT_SID: "AC1" })).toContain(
      "TWILIO_ACCOUNT_SID and TWILIO_API_KEY must not both be set",
    );
    const sms = { SMS_URL: "https://sms.example/send" };
    expect(refusal({ ...account, TWILIO_API_KEY: "SK1", ...sms })).toContain(
      "SMS_URL must not be set beside",
    );
    for (const [name, user] of [
      ["TWILIO_API_KEY", "SK1"],
      ["TWILIO_ACCOUNT_SID", "AC1"],
    ]) {
      expect(settingsOf({ ...account, [name!]: user }).twilio).toEqual({
        baseUrl: "https://verify.twilio.com/v2",
        user,
        secret: "s",
        service: "VA1",
      });
    }
    expect(settingsOf(sms).twilio).toBeUndefined();
  });

  it("allows retries within a minute only for a stub on this machine", () => {
    expect(refusal({ "delivery.lead-prosper-first-retry-ms": "59999" })).toContain(
      "delivery.lead-prosper-first-retry-ms must be at least 60000",
    );
    const stub = {
      LEADPROSPER_URL: "http://127.0.0.1:4501/direct_post",
      "delivery.lead-prosper-first-retry-ms": "50",
    };
    expect(settingsOf(stub).plain.delivery["lead-prosper-first-retry-ms"]).toBe(50);
    expect(refusal({ ...stub, ...account, CONTACT_INGEST_URL: "https://example.com/in" })).toContain(
      "first-retry-ms",
    );
  });
});

describe("isLoopback", () => {
  it.each(["http://localhost:1", "http://127.0.0.1/x", "http://127.1.2.3", "http://[::1]:8"])(
    "%s is",
    (address) => expect(isLoopback(address)).toBe(true),
  );
  it.each(["https://127.0.0.1.example.com", "https://localhost.example.com", "http://10.0.0.1"])(
    "%s is not",
    (address) => expect(isLoopback(address)).toBe(false),
  );
});

const file = `# a comment
; another
NODE_ENV=production
DATABASE_URL=postgres://me:p#a$s;w@127.0.0.1/claimpath?sslmode=disable&application_name=x
OTEL_SERVICE_NAME="Your \\"own\\" name"
ADDRESS='100 $Example Street'
EMPTY=
  INDENTED=yes  
LONG=one \\
two
BARE=a\\ b
not a setting
`;

describe("the file of variables", () => {
  it("the file of variables is read as systemd reads it", () => {
    expect(environmentIn(file)).toEqual({
      NODE_ENV: "production",
      DATABASE_URL: "postgres://me:p#a$s;w@127.0.0.1/claimpath?sslmode=disable&application_name=x",
      OTEL_SERVICE_NAME: 'Your "own" name',
      ADDRESS: "100 $Example Street",
      EMPTY: "",
      INDENTED: "yes",
      LONG: "one two",
      BARE: "a b",
    });
  });

  it("the file of variables gives a command the site's database, whatever characters its address has", async () => {
    const folder = await mkdtemp(join(tmpdir(), "claimpath-env-"));
    try {
      const env = join(folder, "env");
      writeFileSync(
        env,
        `${file}SESSION_SECRETS=${"s".repeat(32)}\nDATABASE_URL=postgres://me:x@127.0.0.1:1/c?a=1&b=2\n`,
      );
      const { status, stderr } = await runCommand("leads list", { ENV_FILE: env, NODE_ENV: "production" });
      expect([status, stderr]).toEqual([1, expect.stringMatching(/ECONNREFUSED 127\.0\.0\.1:1/)]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("a line of .env that Node and systemd read differently is a bad setting", () => {
    const folder = mkdtempSync(join(tmpdir(), "claimpath-env-"));
    const lines = ["LEADPROSPER_KEY=ab#cd", "OTEL_SERVICE_NAME=Acme # our name", "ADDRESS='100 #1 Street'"];
    writeFileSync(join(folder, ".env"), lines.join("\n"));
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test" as const };
    const program = resolve("services/commands/claimpath.ts");
    const { stderr } = spawnSync(process.execPath, [program, "doctor"], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    expect(stderr).toMatch(
      /^Bad settings: LEADPROSPER_KEY must be in single quotes in \.env, .*OTEL_SERVICE_NAME must/,
    );
    expect(stderr).not.toContain(" ADDRESS must");
    rmSync(folder, { recursive: true });
  });
});

describe("a command without settings", () => {
  it("without a database no command creates an empty store in production", async () => {
    for (const line of ["leads list", "doctor", "backup write /tmp/none"]) {
      const { status, stdout, stderr } = await runCommand(line, { NODE_ENV: "production" });
      expect([status, stdout, stderr]).toEqual([1, "", expect.stringMatching(/^DATABASE_URL is not set/)]);
    }
  });

  it("the operators' command is a shell script that runs nothing of the file's", () => {
    execFileSync("sh", ["-n", "docs/production/claimpath"]);
  });
});
