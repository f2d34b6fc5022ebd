import { expect, test, vi } from "vitest";
import { timeSpanInWords } from "../../../app/site/time-span.ts";
import { lookAtSettings } from "../../../services/operations/doctor/settings.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { BadSetting } from "../../../services/settings/kinds.ts";
import { refusePlaceholders } from "../../../services/settings/public-site.ts";
import { holds } from "../../support/holds.ts";

test.each(["https://www.help-after-accidents.com", "https://help.co:8443", "https://203.0.113.9"])(
  "a site at %s must not show fictitious facts",
  (SITE_ORIGIN) => {
    expect(() => refusePlaceholders(readSettings({ SITE_ORIGIN }))).toThrow(BadSetting);
  },
);

const facts = {
  SITE_ORIGIN: "https://www.help-after-accidents.com",
  SITE_NAME: "Help after accidents",
  CONTACT_EMAIL: "we@example.org",
  SITE_ADDRESS: "1 Main Street, Springfield",
  DEFAULT_PHONE: "+18885550142",
};

test.each([
  ["SESSION_SECRETS", "a".repeat(32)],
  ["SESSION_SECRETS", "0fb1e8d2c3a4967f0fb1e8d2c3a4967f,my-secret-that-is-long-enough-here"],
  ["DATA_KEYS", "12345678901234567890123456789012"],
  ["ANALYST_TOKEN", "password-of-1234"],
])("a public site does not start with a %s that can be guessed", holds("T54"), (name, value) => {
  expect(() => refusePlaceholders(readSettings(facts))).not.toThrow();
  expect(() => refusePlaceholders(readSettings({ ...facts, [name]: value }))).toThrow(
    `${name} can be guessed: make it with openssl rand -hex 32`,
  );
  const byHttp = { SITE_ORIGIN: facts.SITE_ORIGIN.replace("https", "http"), [name]: value };
  expect(() => refusePlaceholders(readSettings(byHttp))).toThrow(`${name} can be guessed`);
  const unknown = { ...facts, SITE_ORIGIN: "https://site.test", [name]: value };
  expect(() => refusePlaceholders(readSettings(unknown))).not.toThrow();
});

test("who forgets SITE_ORIGIN in production is told the rest all the same", holds("T54"), () => {
  const forgotten = { ANALYST_TOKEN: "password1234", SESSION_SECRETS: "a".repeat(32) };
  const refused = (env: Record<string, string>) => () => refusePlaceholders(readSettings(env));
  const words = (env: Record<string, string>) =>
    lookAtSettings(readSettings(env)).map(({ verdict, text }) => `${verdict} ${text}`);
  vi.stubEnv("NODE_ENV", "development");
  expect(refused(forgotten)).not.toThrow();
  vi.stubEnv("NODE_ENV", "production");
  expect(refused(forgotten)).toThrow(
    /^Bad settings: Other machines can reach this site.*SESSION_SECRETS.*ANALYST_TOKEN/,
  );
  expect(refused({})).not.toThrow();
  expect(refused({ ...forgotten, HOST: "127.0.0.1" })).not.toThrow();
  const behindProxy = { ...forgotten, HOST: "127.0.0.1", TRUST_PROXY: "1" };
  for (const env of [forgotten, behindProxy])
    expect(words(env)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^note SITE_ORIGIN is not set, and other machines/),
        expect.stringMatching(/^note DATA_KEYS is not set/),
        expect.stringMatching(/^wrong SESSION_SECRETS can be guessed/),
        expect.stringMatching(/^wrong ANALYST_TOKEN can be guessed/),
      ]),
    );
  vi.unstubAllEnvs();
});

test.each([
  {},
  { SITE_ORIGIN: "http://www.help-after-accidents.com" },
  { SITE_ORIGIN: "https://localhost:3000" },
  { SITE_ORIGIN: "https://127.0.0.1" },
  { SITE_ORIGIN: "https://site.test" },
])("a site that nobody can visit safely by its name may: %j", (env) => {
  expect(() => refusePlaceholders(readSettings(env))).not.toThrow();
});

test.each([
  ["1 business day", "one business day", "un día hábil"],
  ["2 hours", "2 hours", "2 horas"],
  ["30 minutes", "30 minutes", "30 minutos"],
])("%s is read as %s or %s", (FIRST_CALL_WITHIN, en, es) => {
  const { firstCallWithin } = readSettings({ FIRST_CALL_WITHIN }).about;
  expect([timeSpanInWords(firstCallWithin!, "en"), timeSpanInWords(firstCallWithin!, "es")]).toEqual([
    en,
    es,
  ]);
});

test.each([
  ["FIRST_CALL_WITHIN", "soon", "a time such as 2 hours or 1 business day"],
  ["REPLY_WITHIN", "0 days", "a time such as 2 hours or 1 business day"],
  ["CALLS_COME_FROM", "+18135550100,813", "comma-separated US numbers in the form +18135550142"],
])("%s=%s is refused", (name, value, expected) => {
  expect(() => readSettings({ [name]: value })).toThrow(`Bad settings: ${name} must be ${expected}.`);
});
