import { describe, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { jornayaAudit, trustedFormCertificate } from "../../../services/providers/certificates.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { faults } from "../../stubs/faults.ts";
import { accounts, given, startPageScripts } from "../../stubs/page-scripts.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startPageScripts());
const payload = {
  certificate: `${stub.origin}/${given.certificate}`,
  email: "pat@example.com",
  phone: "(213) 555-0123",
  reference: "lead-1",
};
const check = (more = {}) =>
  trustedFormCertificate(callJson, {
    apiKey: accounts.trustedFormKey,
    origins: [stub.origin],
    timeoutMs: 300,
    ...more,
  });
const audit = (more = {}) =>
  jornayaAudit(callJson, { url: stub.origin, account: accounts.jornaya, timeoutMs: 300, ...more });
const claim = (change = {}) => ({ id: "m1", payload: { ...payload, ...change }, attempt: 1 });
const lookUp = { id: "m2", payload: { token: given.token }, attempt: 1 };
const thatFail = faults.filter((fault) => fault !== "ok");

describe("a TrustedForm certificate", () => {
  test("is claimed at its own address, and compared with the lead", async () => {
    expect(await check().deliver(claim())).toMatchObject({ outcome: "accepted" });
    const { method, path, headers, body } = stub.requests.at(-1)!;
    expect({ method, path }).toEqual({ method: "POST", path: `/${given.certificate}` });
    expect(headers.authorization).toBe(`Basic ${btoa(`API:${accounts.trustedFormKey}`)}`);
    expect(headers["api-version"]).toBe("4.0");
    expect(JSON.parse(body)).toEqual({
      match_lead: { email: "pat@example.com", phone: "2135550123" },
      retain: { reference: "lead-1" },
    });
  });

  test("that does not match is on record with the reason, without the visitor's data", async () => {
    stub.verdict = "bad";
    expect(await check().deliver(claim())).toEqual({
      outcome: "rejected",
      detail: "Lead … … does not match",
    });
    stub.verdict = "good";
  });

  test.each([
    "https://evil.example/0123456789abcdef0123456789abcdef01234567",
    `${stub.origin.replace("http:", "https:")}/${given.certificate}`,
    `${stub.origin}@evil.example/${given.certificate}`,
  ])("at %s is set aside: nobody is called, and no key leaves", holds("T23"), async (certificate) => {
    await expect(check().deliver(claim({ certificate }))).rejects.toThrow(/trustedform-cert-origins/);
    await expect(check().deliver(claim({ certificate }))).rejects.not.toHaveProperty("kind");
    expect(stub.requests).toEqual([]);
  });

  test("asked about with a wrong key is not asked about again: the answer would be the same", async () => {
    expect(await check({ apiKey: "wrong" }).deliver(claim())).toEqual({
      outcome: "rejected",
      detail: "the request was refused: Unauthorized",
    });
  });

  test.each(thatFail)("with the service failing so, %s, is asked about again", async (fault) => {
    stub.fault = fault;
    await expect(check().deliver(claim())).rejects.toMatchObject({ name: "ProviderFailure" });
  });
});

describe("a LeadiD token", () => {
  test("is looked up with the account's code", async () => {
    expect(await audit().deliver(lookUp)).toMatchObject({ outcome: "accepted" });
    const { method, path, query } = stub.requests.at(-1)!;
    expect({ method, path }).toEqual({ method: "GET", path: "/Authenticate" });
    expect(Object.fromEntries(query)).toEqual({ lac: accounts.jornaya, id: given.token });
  });

  test("that is not authentic is on record in words, though the status is 200", async () => {
    expect(await audit({ account: "other" }).deliver(lookUp)).toEqual({
      outcome: "rejected",
      detail: "the token is unknown or older than a year",
    });
  });

  test("whose visitor has opted out at Jornaya says so", async () => {
    stub.verdict = "opted-out";
    expect(await audit().deliver(lookUp)).toEqual({
      outcome: "rejected",
      detail: "the visitor has opted out at Jornaya: do not process this lead",
      optedOut: true,
    });
    stub.verdict = "good";
  });

  test.each(thatFail)("with the service failing so, %s, is looked up again", async (fault) => {
    stub.fault = fault;
    const failure = audit().deliver(lookUp);
    await expect(failure).rejects.toMatchObject({ name: "ProviderFailure" });
    await expect(failure).rejects.not.toThrow(new RegExp(`${accounts.jornaya}|${given.token}`));
  });
});

describe("the certificate checks", () => {
  const named = (env: Record<string, string>) =>
    createProviders(readSettings(env), silentLog).destinations.map(({ name }) => name);

  test("are destinations of their own where there is an account, and nothing is kept without", () => {
    expect(named({})).not.toContain("trustedform-certificate");
    expect(named({})).not.toContain("jornaya-audit");
    expect(named({ TRUSTEDFORM_API_KEY: "k" })).toContain("trustedform-certificate");
    expect(named({ JORNAYA_ACCOUNT_CODE: "a" })).toContain("jornaya-audit");
  });
});
