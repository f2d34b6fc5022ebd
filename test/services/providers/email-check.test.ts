import { describe, expect, test } from "vitest";
import {
  embeddedEmailCheck,
  isDisposable,
  liveEmailCheck,
  parseAddress,
} from "../../../services/providers/email-check.ts";
import type { EmailCheck } from "../../../services/providers/ports.ts";
import { ipqsKey, startIpqs } from "../../stubs/ipqs.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startIpqs());
const account = { baseUrl: `${stub.origin}/api/json`, key: ipqsKey };
const live = liveEmailCheck(callJson, account);

const checks: [string, EmailCheck][] = [
  ["embedded", embeddedEmailCheck()],
  ["live", live],
];

describe.each(checks)("e-mail check, %s", (_, check) => {
  test.each([
    ["an ordinary address", "pat+claims@example.com", { valid: true, disposable: false }],
    ["a throw-away address", "pat@mailinator.com", { disposable: true }],
    ["an address that cannot exist", "pat@example", { valid: false }],
  ])("knows %s", async (_what, address, report) => {
    expect(await check.check(address)).toMatchObject(report);
  });
});

describe("live e-mail check", () => {
  const checked = (body: unknown) =>
    answered({ body }, (callJson, baseUrl) =>
      liveEmailCheck(callJson, { baseUrl, key: "k" }).check("pat@example.com"),
    );

  test("asks with the address encoded and a time limit under its own", holds(480), async () => {
    await live.check("a/b?c@example.com");
    expect(stub.requests[0]).toMatchObject({
      method: "GET",
      path: "/api/json/email/stub-key/a/b?c@example.com",
    });
    expect(Number(stub.requests[0]!.query.get("timeout"))).toBeLessThan(8);
  });

  test("takes a bad address from the vendor's word", holds(480), async () =>
    expect(await live.check("bad@example.com")).toMatchObject({ valid: false, disposable: false }),
  );

  test(
    "reads what else is known of an address, in words, and leaves out odd extras",
    holds(480),
    async () => {
      const words = {
        success: "true",
        valid: "Yes",
        disposable: "no",
        dns_valid: "false",
        fraud_score: "75",
      };
      const known = { valid: true, disposable: false, dns_valid: false, fraud_score: 75 };
      expect(await checked(words)).toEqual(known);
      const odd = { success: true, valid: false, disposable: true, dns_valid: "N/A", fraud_score: null };
      expect(await checked({ ...odd, timed_out: "N/A" })).toEqual({ valid: false, disposable: true });
    },
  );

  test.each([{ success: "no" }, { success: false, message: "Invalid API key." }])(
    "takes %j for a refusal",
    async (body) => expect(await checked(body)).toMatchObject({ kind: "refused" }),
  );

  test.each(["slow@example.com", "odd@example.com"])("does not trust the verdict on %s", async (email) => {
    await expect(live.check(email)).rejects.toMatchObject({ name: "ProviderFailure", kind: "unavailable" });
  });

  test("still believes that a domain is disposable", async () =>
    expect(await live.check("slow@mailinator.com")).toMatchObject({ disposable: true }));

  test("takes a wrong key, answered with status 200, as a failure", async () => {
    const wrong = liveEmailCheck(callJson, { ...account, key: "other-key" });
    const failure = await wrong.check("pat@example.com").catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "ProviderFailure", kind: "refused" });
    expect((failure as Error).message).not.toMatch(/other-key|pat|http/);
  });
});

describe("embedded e-mail check", () => {
  test.each([
    [true, true],
    [false, false],
    [undefined, true],
  ])("when DNS says %s, valid is %s", async (takesMail, valid) => {
    const check = embeddedEmailCheck(async () => takesMail);
    const dns = takesMail === undefined ? {} : { dns_valid: takesMail };
    expect(await check.check("pat@example.com")).toEqual({ valid, disposable: false, ...dns });
  });
});

describe("isDisposable", () => {
  test.each(["mailinator.com", "foo.mailinator.com", "mail.tm", "tempmail.dev"])("%s is", (domain) =>
    expect(isDisposable(domain)).toBe(true),
  );
  test.each(["gmail.com", "example.com", "duck.com", "mozmail.com", "simplelogin.com", "com"])(
    "%s is not",
    (domain) => expect(isDisposable(domain)).toBe(false),
  );
});

describe("parseAddress", () => {
  test.each([
    ["pat@example.com", "example.com"],
    ["o'hara.p@sub.example.co.uk", "sub.example.co.uk"],
    ["josé@EXAMPLE.com", "example.com"],
    ["pat@bücher.example", "xn--bcher-kva.example"],
  ])("%s is at %s", (email, domain) => expect(parseAddress(email)?.domain).toBe(domain));

  test.each([
    "",
    "@",
    "pat",
    "@example.com",
    "pat@",
    "pat@example",
    "pat@@example.com",
    "pat@.com",
    "pat@example..com",
    ".pat@example.com",
    "p..t@example.com",
    "pat @example.com",
    "pat@exa mple.com",
    "pat@-example.com",
    "pat@example.c",
    "pat@127.0.0.1",
    "pat@[127.0.0.1]",
    "pat\r\nBcc: x@example.com",
    `${"a".repeat(65)}@example.com`,
    `pat@${"a".repeat(64)}.com`,
    `pat@${"a.".repeat(126)}com`,
  ])("%j cannot exist", (email) => expect(parseAddress(email)).toBeUndefined());
});
