import { expect, it } from "vitest";
import { lookAtSettings } from "../../../services/operations/doctor/settings.ts";
import { stateFindings } from "../../../services/operations/doctor/store.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { destinationsIn } from "../../support/files.ts";

const notesOf = (env: Record<string, string>) =>
  lookAtSettings(readSettings(env)).flatMap(({ verdict, text }) =>
    verdict === "note" ? [text.split(/[ :]/)[0]] : [],
  );

const companyFacts = ["company.name", "company.phone", "company.email", "company.address"];

it("doctor names each default that a public site should not have", () => {
  expect(notesOf({ SITE_ORIGIN: "http://www.example.com" })).toEqual([
    "SITE_ORIGIN",
    "TRUST_PROXY",
    "Neither",
    "HASH_KEY",
    "CONSENT_LOG_KEY",
    "No",
    "DATA_KEYS",
    ...companyFacts,
  ]);
});

it("doctor says nothing of a site that is set up, but that its leads are tests while they are", () => {
  const whole = {
    SITE_ORIGIN: "https://www.example.org",
    TRUST_PROXY: "1",
    SITE_NAME: "Help after accidents",
    CONTACT_EMAIL: "we@example.org",
    SITE_ADDRESS: "1 Main Street, Springfield",
    DEFAULT_PHONE: "+18885550142",
    LEADPROSPER_CAMPAIGN_ID: "1",
    LEADPROSPER_SUPPLIER_ID: "2",
    LEADPROSPER_KEY: "k",
    HASH_KEY: "k".repeat(32),
    DATA_KEYS: "0fb1e8d2c3a4967f".repeat(2),
    PERSON_KEYS: "person-keys.db",
    CONSENT_LOG_KEY: "k".repeat(32),
    CONSENT_WITNESS_FILE: "heads.jsonl",
  };
  expect(notesOf(whole)).toEqual(["delivery.lead-prosper-test"]);
  expect(notesOf({ ...whole, LEADPROSPER_TEST: "off" })).toEqual([]);
  const byMail = destinationsIn(
    `destinations: { desk: { kind: email, smtp: "smtp://a", from: a@example.com, to: b@example.com, mode: live } }`,
  );
  const witnessed = { CONSENT_WITNESS_FILE: "", CONSENT_WITNESS_EMAIL: "auditor@example.org" };
  expect(notesOf({ ...whole, ...witnessed, DESTINATIONS_FILE: byMail.path })).toEqual([
    "delivery.lead-prosper-test",
  ]);
  byMail.remove();
  const { LEADPROSPER_CAMPAIGN_ID, LEADPROSPER_SUPPLIER_ID, LEADPROSPER_KEY, ...mapped } = {
    ...whole,
    MAPPINGS_URL: "https://mappings.example",
  };
  expect(notesOf(mapped)).toEqual(["delivery.lead-prosper-test"]);
  expect(notesOf({ ...mapped, LEADPROSPER_TEST: "off" })).toEqual([]);
});

it.each([
  ["CONTACT_INGEST", { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" }],
  ["DISTRIBUTION", {}],
  ["TRANSFORMED_LEAD", {}],
  ["TICKET_LEAD", {}],
])("doctor says that %s still gets test messages, as long as it does", (receiver, account) => {
  const env = {
    ...account,
    SITE_ORIGIN: "https://www.example.org",
    [`${receiver}_URL`]: "https://buyer.example/in",
  };
  const setting = `delivery.${receiver === "LEADPROSPER" ? "lead-prosper" : receiver.toLowerCase().replaceAll("_", "-")}-test`;
  expect(notesOf(env)).toContain(setting);
  expect(notesOf({ ...env, [`${receiver}_TEST`]: "off" })).not.toContain(setting);
});

it("of a site that only this machine reaches only the company's facts are noted", () =>
  expect(notesOf({ HOST: "127.0.0.1" })).toEqual(companyFacts));

it("doctor says of a database what does not show in its answers", () => {
  const well = { isReadOnly: false, timeout: "10s", used: 20, most: 100, standbys: 0, lag: null };
  expect(stateFindings(well)).toEqual([]);
  const words = (more: Partial<typeof well>) =>
    stateFindings({ ...well, ...more }).map(({ verdict }) => verdict);
  expect(words({ isReadOnly: true })).toEqual(["wrong"]);
  expect(words({ timeout: "0" })).toEqual(["wrong"]);
  expect(words({ used: 90 })).toEqual(["wrong"]);
  expect(stateFindings({ ...well, standbys: 2 }).map(({ text }) => text)).toEqual([
    "PostgreSQL has 2 standbys, up to date.",
  ]);
});

it("doctor calls secrets wrong that can be guessed, and what is sent unencrypted", () => {
  const weak = {
    SITE_ORIGIN: "https://www.example.org",
    SESSION_SECRETS: "a".repeat(32),
    DATABASE_URL: "postgres://me:x@db.example.org/claimpath",
    LEADPROSPER_URL: "http://leads.a-buyer.com",
  };
  const notes = notesOf(weak);
  for (const name of ["DATA_KEYS", "LEADPROSPER_URL", "DATABASE_URL"]) expect(notes).toContain(name);
  const wrongs = lookAtSettings(readSettings(weak)).filter(({ verdict }) => verdict === "wrong");
  expect(wrongs.map(({ text }) => text)).toEqual([
    "SESSION_SECRETS can be guessed: make it with openssl rand -hex 32.",
  ]);
  const strong = { ...weak, DATABASE_URL: `${weak.DATABASE_URL}?sslmode=verify-full` };
  expect(notesOf(strong)).not.toContain("DATABASE_URL");
});

it("doctor says when a receiver's key ends, and calls it wrong from two weeks before", () => {
  const { path, remove } = destinationsIn(
    'destinations:\n  north: { kind: json, url: "https://north.example", credentials-end: 2027-01-31 }\n',
  );
  const settings = readSettings({ DESTINATIONS_FILE: path });
  remove();
  const said = (day: string) =>
    lookAtSettings(settings, () => Date.parse(day)).find(({ text }) => text.startsWith("The key of"));
  expect(said("2027-01-16")).toEqual({ verdict: "ok", text: "The key of north ends on Jan 31, 2027." });
  const soon = "The key of north ends on Jan 31, 2027: ask for a new one.";
  expect(said("2027-01-18")).toEqual({ verdict: "wrong", text: soon });
  expect(said("2027-02-01")).toEqual({
    verdict: "wrong",
    text: "The key of north has ended, on Jan 31, 2027.",
  });
});
