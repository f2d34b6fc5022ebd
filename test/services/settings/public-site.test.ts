import { expect, test } from "vitest";
import { timeSpanInWords } from "../../../app/site/time-span.ts";
import { BadSetting, readSettings } from "../../../services/settings/env.ts";
import { refusePlaceholders } from "../../../services/settings/public-site.ts";

test.each(["https://www.help-after-accidents.com", "https://help.co:8443", "https://203.0.113.9"])(
  "a site at %s must not show fictitious facts",
  (SITE_ORIGIN) => {
    expect(() => refusePlaceholders(readSettings({ SITE_ORIGIN }))).toThrow(BadSetting);
  },
);

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
