import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { timeSpanInWords } from "../../../app/site/in-words.ts";
import { settingsIn, withSettings } from "../../../services/commands/setup.ts";
import { lookAtSettings } from "../../../services/operations/doctor/settings.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { BadSetting } from "../../../services/settings/kinds.ts";
import { plainSettings } from "../../../services/settings/plain-settings.ts";
import { openWaysOf, refusePlaceholders, standInsOf } from "../../../services/settings/public-site.ts";
import {
  describedSettings,
  secretName,
  shownPlain,
  shownVariables,
} from "../../../services/settings/shown-settings.ts";
import { ownNames, variableNames } from "../../../services/settings/variables.ts";
import { claimpathIn, destinationsIn, settingsOf } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";

describe("the facts of a public site", () => {
  it.each(["https://www.help-after-accidents.com", "https://help.co:8443", "https://203.0.113.9"])(
    "a site at %s must not show fictitious facts",
    (SITE_ORIGIN) => {
      expect(() => refusePlaceholders(settingsOf({ SITE_ORIGIN }))).toThrow(BadSetting);
    },
  );

  const facts = {
    SITE_ORIGIN: "https://www.help-after-accidents.com",
    "company.name": "Help after accidents",
    "company.email": "we@example.org",
    "company.address": "1 Main Street, Springfield",
    "company.phone": "+18885550142",
  };

  it.each([
    ["SESSION_SECRETS", "a".repeat(32)],
    ["SESSION_SECRETS", "0fb1e8d2c3a4967f0fb1e8d2c3a4967f,my-secret-that-is-long-enough-here"],
    ["DATA_KEYS", "12345678901234567890123456789012"],
    ["ANALYST_TOKEN", "password-of-1234"],
  ])("a public site does not start with a %s that can be guessed", holds("T54"), (name, value) => {
    expect(() => refusePlaceholders(settingsOf(facts))).not.toThrow();
    expect(() => refusePlaceholders(settingsOf({ ...facts, [name]: value }))).toThrow(
      `${name} can be guessed: make it with openssl rand -hex 32`,
    );
    const byHttp = { SITE_ORIGIN: facts.SITE_ORIGIN.replace("https", "http"), [name]: value };
    expect(() => refusePlaceholders(settingsOf(byHttp))).toThrow(`${name} can be guessed`);
    const unknown = { ...facts, SITE_ORIGIN: "https://site.test", [name]: value };
    expect(() => refusePlaceholders(settingsOf(unknown))).not.toThrow();
  });

  it("a production site without SITE_ORIGIN is told everything else too", holds("T54"), () => {
    const forgotten = { ANALYST_TOKEN: "password1234", SESSION_SECRETS: "a".repeat(32) };
    const refused = (env: Record<string, string>) => () => refusePlaceholders(settingsOf(env));
    const words = (env: Record<string, string>) =>
      lookAtSettings(settingsOf(env)).map(({ verdict, text }) => `${verdict} ${text}`);
    vi.stubEnv("NODE_ENV", "development");
    expect(refused(forgotten)).not.toThrow();
    vi.stubEnv("NODE_ENV", "production");
    expect(refused(forgotten)).toThrow(
      /^Bad settings: Other machines can reach this site.*SESSION_SECRETS.*ANALYST_TOKEN/,
    );
    expect(refused({})).not.toThrow();
    expect(refused({ ...forgotten, HOST: "127.0.0.1" })).not.toThrow();
    const behindProxy = { ...forgotten, HOST: "127.0.0.1", TRUST_PROXY: "1" };
    const reached = "other machines can reach this one";
    for (const [env, origin, why] of [
      [forgotten, "http://localhost:3000", reached],
      [{ ...forgotten, SITE_ORIGIN: "http://localhost:3000" }, "http://localhost:3000", reached],
      [behindProxy, "http://localhost:3000", "a proxy lets others in"],
      [
        { ...behindProxy, PORT: "3250", SITE_ORIGIN: "http://localhost:3250" },
        "http://localhost:3250",
        "a proxy",
      ],
    ] as const)
      expect(words(env)).toEqual(
        expect.arrayContaining([
          expect.stringContaining(`note SITE_ORIGIN is ${origin}, which is its default, although ${why}`),
          expect.stringMatching(/^note DATA_KEYS is not set/),
          expect.stringMatching(/^wrong SESSION_SECRETS can be guessed/),
          expect.stringMatching(/^wrong ANALYST_TOKEN can be guessed/),
        ]),
      );
    vi.unstubAllEnvs();
  });

  it.each([
    {},
    { SITE_ORIGIN: "http://www.help-after-accidents.com" },
    { SITE_ORIGIN: "https://localhost:3000" },
    { SITE_ORIGIN: "https://127.0.0.1" },
    { SITE_ORIGIN: "https://site.test" },
  ])("a site that nobody can safely visit by name may: %j", (env) => {
    expect(() => refusePlaceholders(settingsOf(env))).not.toThrow();
  });
});

describe("a time span", () => {
  it.each([
    ["1 business day", "one business day", "un día hábil"],
    ["2 hours", "2 hours", "2 horas"],
    ["30 minutes", "30 minutes", "30 minutos"],
  ])("%s is read as %s or %s", (within, en, es) => {
    const { firstCallWithin } = settingsOf({ "company.first-call-within": within }).about;
    expect([timeSpanInWords(firstCallWithin!, "en"), timeSpanInWords(firstCallWithin!, "es")]).toEqual([
      en,
      es,
    ]);
  });
});

describe("a fact about the company", () => {
  it.each([
    ["company.first-call-within", "soon", "a time such as 2 hours or 1 business day"],
    ["company.reply-within", "0 days", "a time such as 2 hours or 1 business day"],
    ["company.calls-come-from", "+18135550100,813", "comma-separated US numbers in the form +18135550142"],
  ])("%s=%s is refused", (name, value, expected) => {
    expect(() => settingsOf({ [name]: value })).toThrow(`: ${name} must be ${expected}.`);
  });
});

const SITE_ORIGIN = "https://www.help-after-accidents.com";
const found = (env: Record<string, string>) => standInsOf(settingsOf({ SITE_ORIGIN, ...env }));
const findings = (env: Record<string, string>) => lookAtSettings(settingsOf({ SITE_ORIGIN, ...env }));

/**
 * Every setting with an address, except those that belong beside the site, and those with which a public site starts
 * only in a test (test/features/conversions/rules.test.ts).
 */
const addresses = [
  ...variableNames.filter((name) => /_URLS?$/.test(name) && !/^(?:DATABASE|REPLICA|CONVERSION)_/.test(name)),
  ...plainSettings.flatMap(({ name, kind }) =>
    kind.safeParse("http://127.0.0.1/in").success && !kind.safeParse("a text").success ? [name] : [],
  ),
];

describe("a public site", holds("T102"), () => {
  it.each(addresses)("must not have %s on this machine", (name) => {
    const address = "http://127.0.0.1:4010/in";
    const first = { "scripts.public-ip": "https://ip.help.com" };
    const value = name === "DELETION_URLS" ? `lead-prosper=${address}` : `${address}/{zip}`;
    const account = { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" };
    const sentence = `${name} leads to this machine (127.0.0.1): a stub would take what real people send.`;
    expect(found({ ...first, ...account, [name]: value })).toEqual([sentence]);
    expect(findings({ ...first, ...account, [name]: value })).toContainEqual({
      verdict: "wrong",
      text: sentence,
    });
  });

  it.each([
    "localhost",
    "crm.localhost",
    "127.1",
    "127.9.8.7",
    "0.0.0.0",
    "0x7f000001",
    "LOCALHOST.",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "buyer.test",
    "api.example.com",
    "x.invalid",
    "u:p@localhost:1",
  ])("must not send anything to %s", (host) => {
    expect(found({ PROGRESS_URL: `https://${host}/in` })).toHaveLength(1);
  });

  it.each(["10.0.0.5", "192.168.1.9", "172.20.0.2", "[fd00::5]", "crm.internal", "desk.local"])(
    "is asked whether it means %s, which is in a private network",
    (host) => {
      expect(found({ PROGRESS_URL: `https://${host}/in` })).toEqual([]);
      const text = `PROGRESS_URL leads to ${host}, which is in a private network.`;
      expect(findings({ PROGRESS_URL: `https://${host}/in` })).toContainEqual({ verdict: "note", text });
    },
  );

  it.each([
    "api.leadprosper.io",
    "127.0.0.1.nip.io",
    "localhost.buyer.com",
    "contest",
    "11.0.0.1",
    "172.32.0.1",
  ])("may send to %s", (host) => {
    expect(settingsOf({ PROGRESS_URL: `https://${host}/in` }).standIns).toEqual([]);
  });

  it("is checked in the file of destinations too; its mail server may be on the same machine", () => {
    const file = destinationsIn(`destinations:
  crm: { kind: json, url: "http://localhost:9/in", deletion-url: "https://crm.example/out" }
  desk: { kind: email, smtp: "smtp://localhost", from: a@buyer.com, to: b@buyer.com }
`);
    expect(found({ CLAIMPATH_FILE: file.path })).toEqual([
      "the destination crm leads to this machine (localhost): a stub would take what real people send.",
      "the destination crm leads to crm.example, a name of examples: nobody is there.",
    ]);
    file.remove();
  });

  it("is told at its start and by doctor what is sent in plain http", () => {
    const file = destinationsIn(`destinations:
  crm: { kind: form, url: "http://crm.buyer.com/in", mode: live }
  near: { kind: json, url: "http://crm/in" }
  safe: { kind: json, url: "https://crm.buyer.com/in" }
`);
    const text = "the destination crm is not https: what is sent to crm.buyer.com can be read on the way.";
    const env = { SITE_ORIGIN, CLAIMPATH_FILE: file.path };
    expect(openWaysOf(settingsOf(env))).toEqual([text]);
    expect(findings(env).filter(({ text }) => text.includes("is not https"))).toEqual([
      { verdict: "note", text },
    ]);
    file.remove();
  });

  it("may have its database, its replica and what watches it on this machine", () => {
    const env = {
      DATABASE_URL: "postgres://a:b@127.0.0.1/c",
      REPLICA_URL: "postgres://a:b@localhost/c",
      SESSION_SECRETS: "0fb1e8d2c3a4967f".repeat(2),
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
    };
    expect(found(env)).toEqual([]);
  });
});

describe("a site that is tried out", () => {
  it("a trial site may have stubs", () => {
    const env = { PROGRESS_URL: "http://127.0.0.1:4010/in" };
    expect(standInsOf(settingsOf(env))).toEqual([]);
    expect(standInsOf(settingsOf({ ...env, SITE_ORIGIN: "https://site.test" }))).toEqual([]);
  });
});

const folder = mkdtempSync(join(tmpdir(), "claimpath-hostile-"));

function read(section: string, text: string): string {
  const file = join(folder, "file.yaml");
  writeFileSync(file, section === "" ? text : `${section}:\n${text.replaceAll(/^/gm, "  ")}`);
  try {
    readSettings({ CLAIMPATH_FILE: file });
    return "taken";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Ten levels of ten references: ten thousand million parts of a file of half a kilobyte. */
const bomb = [
  "a0: &a0 [x, x, x, x, x, x, x, x, x, x]",
  ...Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(10)}]`),
].join("\n");

describe.each(["", "destinations", "buyers", "pages"])("claimpath.yaml, its section %j", (section) => {
  it("that would grow to a thousand times its size is refused by name", holds("T116"), () => {
    const said = read(section, bomb);
    expect(said).toContain(`${folder}/file.yaml refers to its own parts too often`);
    expect(said).not.toContain("\n");
  });

  it.each([
    ["__proto__: { polluted: yes }"],
    ["destinations: { __proto__: { polluted: yes } }"],
    ["constructor: { prototype: { polluted: yes } }"],
    ["- { __proto__: { polluted: yes }, name: x }"],
    ["? [a, b]\n: x"],
    ["!!js/function 'function () { return 1 }'"],
    ["a: &a { <<: *a }"],
    ["a: !!binary AAAA\n---\nb: 1"],
  ])("that says %j is refused in one sentence, and changes nothing", holds("T116"), (text) => {
    const said = read(section, text);
    // Keys of that name are nobody's, and left out.
    if (!text.includes("__proto__")) expect(said).toMatch(/^Bad settings: .*file\.yaml.*\.$/s);
    expect(said).not.toMatch(/ at .*\.ts:\d/);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("the answers of setup", () => {
  it("an answer in setup sets only its own setting", holds("T117"), () => {
    for (const answer of [
      "a'\nDATA_KEYS=x",
      'a"\nDATA_KEYS=x',
      "a\rDATA_KEYS=x",
      "$(id)",
      "`id`",
      "a\\",
      "$" + "{HOME}",
      "a #b",
      "a'\"b",
      "plain",
      "two words",
      "it's",
      'a "word"',
      "c:\\d",
      "$HOME",
      "=x",
      "é",
    ]) {
      let text = "";
      try {
        text = withSettings("PORT=80\n", { OTEL_SERVICE_NAME: answer });
      } catch (error) {
        expect(String(error)).toContain("Nothing was written");
        continue;
      }
      for (const isOurs of [true, false])
        expect(settingsIn(text, isOurs)).toEqual({ PORT: "80", OTEL_SERVICE_NAME: answer });
    }
  });
});

const of = (env: Record<string, string>, file?: Record<string, string>) => {
  const shown = shownVariables(env, file && { path: ".env", text: "", values: file });
  return (name: string) => shown.find((setting) => setting.name === name)!;
};

describe("the list of settings", () => {
  /** A new setting is in this list or its value is shown: somebody has to decide. */
  it("the list of settings shows no value of these", () => {
    expect(variableNames.filter((name) => secretName.test(name))).toEqual([
      "SESSION_SECRETS",
      "HASH_KEY",
      "DATA_KEYS",
      "PERSON_KEYS",
      "OIDC_CLIENT_ID",
      "OIDC_CLIENT_SECRET",
      "CONSENT_LOG_KEY",
      "ANALYST_TOKEN",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "LEADPROSPER_CAMPAIGN_ID",
      "LEADPROSPER_SUPPLIER_ID",
      "LEADPROSPER_KEY",
      "IPQS_KEY",
      "TWILIO_ACCOUNT_SID",
      "TWILIO_API_KEY",
      "TWILIO_SECRET",
      "TWILIO_VERIFY_SERVICE_SID",
      "ZIP_LOOKUP_HEADERS",
      "WEBHOOK_SECRETS",
      "TRUSTEDFORM_API_KEY",
      "JORNAYA_ACCOUNT_CODE",
      // Features' credentials; for their addresses, the list shows only whether they are set.
      ...ownNames.filter((name) => !name.endsWith("_URLS")),
    ]);
    expect(of({ HASH_KEY: "h".repeat(32) })("HASH_KEY").value).toBe("set");
  });

  it("the list of settings shows only the host of an address, and nothing of several", () => {
    const value = (name: string, given: string) => of({ [name]: given })(name).value;
    expect(value("DATABASE_URL", "postgres://me:pass@db.test:6432/leads?sslkey=k")).toBe(
      "postgres://db.test:6432",
    );
    expect(value("SLACK_WEBHOOK_URL", "https://hooks.slack.test/services/T0/B0/xyz")).toBe(
      "https://hooks.slack.test",
    );
    expect(value("DELETION_URLS", "ticket-lead=https://a.test/?token=x,y,distribution=https://b.test/")).toBe(
      "set",
    );
    expect(value("DATABASE_URL", "postgres://me:p,ss@db.test/leads")).toBe("set");
    expect(value("DATABASE_URL", "file:./data/claimpath.db")).toBe("file:./data/claimpath.db");
    expect(value("PORT", "3440")).toBe("3440");
  });

  it("the list of settings shows where a value comes from, and where the file differs", () => {
    const shown = of({ PORT: "3440", HOST: "::1", SMS_URL: " " }, { PORT: "3440", HOST: "::2", SMS_URL: "" });
    expect(shown("PORT")).toMatchObject({ value: "3440", source: ".env" });
    expect(shown("HOST")).toMatchObject({ value: "::1", source: "environment; .env says something else" });
    expect(shown("SMS_URL")).toMatchObject({ value: "", source: "default", isDefault: true });
  });

  it("the list of settings shows the line of a setting in claimpath.yaml", () => {
    const path = claimpathIn("company:\n  name: Crashline\nkeep: { visit-days: 9 }\n");
    const env = { CLAIMPATH_FILE: path };
    const settings = settingsOf(env);
    const shown = () => new Map(shownPlain(settings).map((each) => [each.name, each]));
    expect(shown().get("company.name")).toMatchObject({ value: "Crashline", source: `${path} line 2` });
    expect(shown().get("keep.lead-days")).toMatchObject({ value: "30", source: "default", isDefault: true });
    writeFileSync(path, "company: { name: Crashline }\nkeep: { visit-days: 8 }\n");
    expect(shown().get("keep.visit-days")).toMatchObject({
      value: "9",
      source: `the start; ${path} says something else`,
    });
  });

  it("the list of settings has every setting's words and default from .env.example, equal neighbors sharing theirs", () => {
    const groups = describedSettings(readFileSync(".env.example", "utf8"));
    expect(groups[0]!.title).toBe("Server");
    const all = groups.flatMap(({ settings }) => settings);
    expect(all.map(({ name }) => name)).toEqual(variableNames);
    expect(all.filter(({ about }) => about === "")).toEqual([]);
    expect(all[0]).toEqual({
      name: "PORT",
      about: "Port to listen on; 0 takes any free one.",
      byDefault: "3000",
    });
    const account = all.filter(({ about }) => about.startsWith("Campaign, supplier and key"));
    expect(account).toHaveLength(3);
  });
});
