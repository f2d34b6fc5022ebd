import { describe, expect, it } from "vitest";
import {
  createMailDomain,
  type Dns,
  embeddedEmailCheck,
  isDisposable,
  isReserved,
  liveEmailCheck,
  parseAddress,
} from "../../../services/providers/email-check.ts";
import { embeddedGibberishCheck, liveGibberishCheck } from "../../../services/providers/gibberish.ts";
import { embeddedPhoneCheck, livePhoneCheck } from "../../../services/providers/phone-check.ts";
import type { EmailCheck, GibberishCheck, PhoneCheck } from "../../../services/providers/ports.ts";
import { ipqsKey, startIpqs } from "../../stubs/ipqs.ts";
import { startGibberish } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

describe("e-mail", async () => {
  const { stub, callJson } = await stubbed(startIpqs());
  const account = { baseUrl: `${stub.origin}/api/json`, key: ipqsKey };
  const live = liveEmailCheck(callJson, account);

  const checks: [string, EmailCheck][] = [
    ["embedded", embeddedEmailCheck()],
    ["live", live],
  ];

  describe.each(checks)("e-mail check, %s", (_, check) => {
    it.each([
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

    it("sends the address encoded, with a time limit below its own", holds(480), async () => {
      await live.check("a/b?c@example.com");
      expect(stub.requests[0]).toMatchObject({
        method: "GET",
        path: "/api/json/email/stub-key/a/b?c@example.com",
      });
      expect(Number(stub.requests[0]!.query.get("timeout"))).toBeLessThan(8);
    });

    it("uses the vendor's word for a bad address", holds(480), async () =>
      expect(await live.check("bad@example.com")).toMatchObject({ valid: false, disposable: false }),
    );

    it("reads what else is known about an address, in words, and omits odd extras", holds(480), async () => {
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
    });

    it.each([{ success: "no" }, { success: false, message: "Invalid API key." }])(
      "treats %j as a refusal",
      async (body) => expect(await checked(body)).toMatchObject({ kind: "refused" }),
    );

    it.each(["slow@example.com", "odd@example.com"])("does not trust the verdict on %s", async (email) => {
      await expect(live.check(email)).rejects.toMatchObject({ name: "ProviderFailure", kind: "unavailable" });
    });

    it("still believes that a domain is disposable", async () =>
      expect(await live.check("slow@mailinator.com")).toMatchObject({ disposable: true }));

    it("treats a wrong key, answered with status 200, as a failure", async () => {
      const wrong = liveEmailCheck(callJson, { ...account, key: "other-key" });
      const failure = await wrong.check("pat@example.com").catch((error: Error) => error);
      expect(failure).toMatchObject({ name: "ProviderFailure", kind: "refused" });
      expect((failure as Error).message).not.toMatch(/other-key|pat|http/);
    });
  });

  describe("embedded e-mail check", () => {
    it.each([
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
    it.each(["mailinator.com", "foo.mailinator.com", "mail.tm", "tempmail.dev"])("%s is", (domain) =>
      expect(isDisposable(domain)).toBe(true),
    );
    it.each(["gmail.com", "example.com", "duck.com", "mozmail.com", "simplelogin.com", "com"])(
      "%s is not",
      (domain) => expect(isDisposable(domain)).toBe(false),
    );
  });

  describe("parseAddress", () => {
    it.each([
      ["pat@example.com", "example.com"],
      ["o'hara.p@sub.example.co.uk", "sub.example.co.uk"],
      ["josé@EXAMPLE.com", "example.com"],
      ["pat@bücher.example", "xn--bcher-kva.example"],
    ])("%s is at %s", (email, domain) => expect(parseAddress(email)?.domain).toBe(domain));

    it.each([
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
});

type Answer = string[] | "ENOTFOUND" | "ENODATA" | "ETIMEOUT" | "ESERVFAIL";

function dns(mx: Record<string, Answer>, addresses: Record<string, Answer> = {}): Dns & { asked: string[] } {
  const asked: string[] = [];
  const look = async (table: Record<string, Answer>, domain: string) => {
    asked.push(domain);
    const answer = table[domain] ?? "ENOTFOUND";
    if (typeof answer === "string") throw Object.assign(new Error("dns"), { code: answer });
    return answer;
  };
  return {
    asked,
    resolveMx: async (domain) => (await look(mx, domain)).map((exchange) => ({ exchange })),
    resolve4: (domain) => look(addresses, domain),
    resolve6: (domain) => look({ [domain]: "ENODATA" }, domain),
  };
}

const reachable = { "gmail.com": ["mx.gmail.example"] };

describe("createMailDomain", () => {
  it.each<[string, Answer, boolean | undefined]>([
    ["mail servers", ["mx.a.example"], true],
    ["the empty record of a domain without mail", [""], false],
    ["no such domain", "ENOTFOUND", false],
    ["no record at all", "ENODATA", false],
    ["no answer in time", "ETIMEOUT", undefined],
    ["a failing name server", "ESERVFAIL", undefined],
  ])("on %s", async (_, answer, takesMail) => {
    const names = dns({ ...reachable, "a.example": answer }, { "a.example": "ENODATA" });
    expect(await createMailDomain(names)("a.example")).toBe(takesMail);
  });

  it("a domain with an address only takes mail there", async () => {
    const names = dns({ ...reachable, "a.example": "ENODATA" }, { "a.example": ["192.0.2.1"] });
    expect(await createMailDomain(names)("a.example")).toBe(true);
  });

  it("an inconclusive address look-up settles nothing", async () => {
    const names = dns({ ...reachable, "a.example": "ENODATA" }, { "a.example": "ETIMEOUT" });
    expect(await createMailDomain(names)("a.example")).toBeUndefined();
  });

  it("blocks nobody on a machine without outside access", async () => {
    expect(await createMailDomain(dns({}))("a.example")).toBeUndefined();
  });

  it("asks once an hour, and again after an inconclusive answer", async () => {
    let now = 0;
    const names = dns({ ...reachable, "a.test.co": ["mx"], "b.test.co": "ETIMEOUT" });
    const takesMail = createMailDomain(names, () => now);
    const asked = () => names.asked.filter((domain) => domain !== "gmail.com");
    await takesMail("a.test.co");
    await takesMail("a.test.co");
    await takesMail("b.test.co");
    await takesMail("b.test.co");
    expect(asked()).toEqual(["a.test.co", "b.test.co", "b.test.co"]);
    now = 60 * 60 * 1000;
    await takesMail("a.test.co");
    expect(asked()).toHaveLength(4);
  });

  it("leaves DNS alone for a minute when it fails as a whole, and trusts none of its answers", async () => {
    let now = 0;
    const known: Record<string, Answer> = {};
    const names = dns(known);
    const takesMail = createMailDomain(names, () => now);
    expect(await takesMail("a.test.co")).toBeUndefined();
    expect(await takesMail("b.test.co")).toBeUndefined();
    expect(names.asked).toEqual(["a.test.co", "gmail.com"]);
    Object.assign(known, { ...reachable, "a.test.co": ["mx"] });
    now = 60_000;
    expect(await takesMail("a.test.co")).toBe(true);
  });
});

describe("isReserved", () => {
  it.each(["example.com", "mail.example.org", "a.example", "x.test", "localhost"])("%s is", (domain) =>
    expect(isReserved(domain)).toBe(true),
  );
  it.each(["gmail.com", "myexample.com", "example.com.co", "test.com"])("%s is not", (domain) =>
    expect(isReserved(domain)).toBe(false),
  );
});

describe("phones", async () => {
  const { stub, callJson } = await stubbed(startIpqs());
  const account = { baseUrl: `${stub.origin}/api/json`, key: ipqsKey };
  const live = livePhoneCheck(callJson, account);
  const embedded = embeddedPhoneCheck({ rejectFictitious: false });

  const checks: [string, PhoneCheck][] = [
    ["embedded", embedded],
    ["live", live],
  ];

  describe.each(checks)("phone check, %s", (_, check) => {
    it("passes an ordinary number", async () =>
      expect(await check.check("2125550142")).toMatchObject({
        success: true,
        valid: true,
        active: true,
        fraud_score: 0,
      }));

    it("knows a toll-free number", async () =>
      expect(await check.check("8005551234")).toMatchObject({ valid: true, line_type: "Toll Free" }));

    it.each(["0005551234", "1112223333", "212555", "", "12125550142"])("refuses %j", async (digits) =>
      expect(await check.check(digits)).toMatchObject({ valid: false, active: false }),
    );
  });

  describe("embedded phone check", () => {
    it.each([
      "2129115555",
      "2124115555",
      "5555555555",
      "2222222222",
      "1234567890",
      "4162345678",
      "2421234567",
    ])("refuses %s", async (digits) =>
      expect(await embedded.check(digits)).toMatchObject({ success: true, valid: false }),
    );

    it.each([
      ["7872345678", "N/A"],
      ["9005551234", "Premium Rate"],
      ["8225551234", "Toll Free"],
      // Newer than the list, or not in use yet: only the plan's grammar is checked.
      ...["621", "679", "357", "837", "924", "457", "436", "861"].map((code) => [`${code}2345678`, "N/A"]),
    ])("passes %s as %s", async (digits, line_type) =>
      expect(await embedded.check(digits)).toMatchObject({ valid: true, line_type }),
    );

    it.each([
      ["2125550100", false],
      ["2125550199", false],
      ["2125550099", true],
      ["2125550200", true],
    ])("with a real buyer %s is valid: %s", async (digits, valid) => {
      expect((await embeddedPhoneCheck({ rejectFictitious: true }).check(digits)).valid).toBe(valid);
      expect((await embedded.check(digits)).valid).toBe(true);
    });
  });

  describe("live phone check", () => {
    it("asks for a US number", holds(516), async () => {
      await live.check("2125550142");
      expect(stub.requests[0]).toMatchObject({ method: "GET", path: "/api/json/phone/stub-key/2125550142" });
      expect(stub.requests[0]!.query.get("country[]")).toBe("US");
    });

    it("hands fraud and activity on for spec 5.6 to judge", async () => {
      expect(await live.check("2125550199")).toMatchObject({ valid: true, fraud_score: 92 });
      expect(await live.check("2125550198")).toMatchObject({ active: false });
      expect(await live.check("2125550197")).toMatchObject({ active: true });
    });

    it("keeps nothing that the port does not name", holds(477), async () =>
      expect(Object.keys(await live.check("2125550142")).sort()).toEqual(
        ["active", "fraud_score", "line_type", "message", "success", "valid"].sort(),
      ),
    );

    it("a score and words in text form keep their meaning", async () => {
      const body = {
        success: "true",
        valid: "true",
        fraud_score: "95",
        line_type: "Wireless",
        active: "false",
      };
      expect(
        await answered({ body }, (callJson, origin) =>
          livePhoneCheck(callJson, { baseUrl: origin, key: "k" }).check("2125550142"),
        ),
      ).toMatchObject({ success: true, valid: true, fraud_score: 95, active: false });
    });

    it("an impossible number is answered in the vendor's words", holds(445), async () => {
      const report = await live.check("0005551234");
      expect(report).toMatchObject({ success: false, valid: false, active: false });
      expect(report.message).toMatch(/^Invalid\/nonexistent phone number/);
    });

    it("a wrong key, answered with status 200, is a failure", async () => {
      const failure = await livePhoneCheck(callJson, { ...account, key: "other-key" })
        .check("2125550142")
        .catch((error: Error) => error);
      expect(failure).toMatchObject({ name: "ProviderFailure", kind: "refused" });
      expect((failure as Error).message).not.toMatch(/other-key|2125550142|http/);
    });

    it("reads the smaller plans' loose fields", async () => {
      const body = { success: true, valid: true, fraud_score: "N/A", line_type: null, active: "N/A" };
      const report = await answered({ body }, (callJson, baseUrl) =>
        livePhoneCheck(callJson, { baseUrl, key: "k" }).check("2125550142"),
      );
      expect(report).toEqual({
        success: true,
        message: "",
        valid: true,
        fraud_score: 0,
        line_type: "N/A",
        active: true,
      });
    });
  });
});

describe("gibberish", async () => {
  const { stub, callJson } = await stubbed(startGibberish());
  const live = liveGibberishCheck(callJson, `${stub.origin}/judge`);
  const embedded = embeddedGibberishCheck();

  const checks: [string, GibberishCheck][] = [
    ["embedded", embedded],
    ["live", live],
  ];

  describe.each(checks)("gibberish check, %s", (_, check) => {
    it.each([
      "I was rear ended at a red light on Main Street and my neck hurts.",
      "Me chocaron por detrás en la autopista y me duele la espalda.",
    ])("lets pass: %s", async (text) => expect(await check.judge(text)).toBe(false));

    it.each(["sdfgh kjlkjh wqrtz mnbvc xzlkj hgfds", "1234567890 1234567890 !!"])(
      "catches: %s",
      async (text) => expect(await check.judge(text)).toBe(true),
    );
  });

  describe("embedded gibberish check", () => {
    it.each([
      "A truck ran the stop sign and hit the passenger side of my car.",
      "hit by uber drivr on i-95 nr Fort Lauderdale, went to ER same day",
      "The other driver was very very very fast and did not stop at all",
      "No no no it was not my fault at all, he ran the light",
      "Estaba parado en el semáforo cuando una camioneta me pegó",
      "BMW vs VW GTI, LMK ASAP",
      "car crash",
      "被追尾了，脖子很疼，去了医院",
    ])("lets pass: %s", async (text) => expect(await embedded.judge(text)).toBe(false));

    it.each([
      "asdfasdf asdfqwer zxcvzxcv",
      "asd qwe zxc asd qwe zxc fgh",
      "lkjhgfdsa poiuytrewq mnbvcxz",
      "test test test test test",
      "blah blah blah blah",
      "dada mama dada mama dada",
      "hello hello hello",
      "...... ?????? !!!!!!",
      "",
    ])("catches: %j", async (text) => expect(await embedded.judge(text)).toBe(true));
  });

  describe("live gibberish check", () => {
    const judged = (word: unknown) =>
      answered({ body: { is_gibberish: word } }, (...to) => liveGibberishCheck(...to).judge("text"));

    it.each([
      [true, true],
      [false, false],
      ["yes", true],
      ["No", false],
      [" TRUE ", true],
      ["false", false],
    ])("reads %j as %s", holds(476), async (word, expected) => {
      expect(await judged(word)).toBe(expected);
    });

    it.each(["maybe", 1, null])("treats %j as no answer", async (word) => {
      expect(await judged(word)).toMatchObject({ kind: "garbage" });
    });
  });
});
