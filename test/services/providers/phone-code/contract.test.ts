import { beforeEach, describe, expect, test } from "vitest";
import { createCallJson } from "../../../../services/providers/http.ts";
import { ownCodes, smsGateway, twilioPhoneCode } from "../../../../services/providers/phone-code/index.ts";
import type { PhoneCode } from "../../../../services/providers/ports.ts";
import { startSms } from "../../../stubs/own-contracts.ts";
import { startTwilio, twilioAccount } from "../../../stubs/twilio.ts";
import { freshStore, sqlite } from "../../../support/databases.ts";
import { holds } from "../../../support/holds.ts";
import { stubbed } from "../stubbed.ts";

const texts: { to: string; text: string }[] = [];
const { stub: sms, callJson: callSms } = await stubbed(
  startSms({ onText: (message) => texts.push(message) }),
);
const { stub: twilio, callJson: callTwilio } = await stubbed(startTwilio());
const on = freshStore(sqlite.start);

const minute = 60_000;
const language = "en" as const;
const sessionId = "s";
let numbers = 2_135_550_100;

/** A way of making codes, and how to look into it. */
type Way = {
  port: PhoneCode;
  /** The code that arrived last at this number. */
  codeOf: (phone: string) => string;
  pass: (ms: number) => void;
};

/** Codes of our own. @param codes which are made, one after the other; random ones unless told */
const own = (...codes: string[]) =>
  ownCodes({
    ...{ codes: on.store.phoneCodes, siteName: "Claimpath" },
    sendText: smsGateway(callSms, sms.origin),
    ...(codes.length > 0 && { makeCode: () => codes.shift()! }),
  });

const ways: { [name: string]: () => Way } = {
  "own codes": () => ({
    port: own(),
    codeOf: (phone) => texts.findLast(({ to }) => to === phone)!.text.slice(0, 6),
    pass: (ms) => {
      on.now += ms;
    },
  }),
  "Twilio Verify": () => ({
    port: twilioPhoneCode(callTwilio, { baseUrl: `${twilio.origin}/v2`, ...twilioAccount }),
    codeOf: (phone) => twilio.codeOf(phone)!,
    pass: twilio.pass,
  }),
};

describe.each(Object.entries(ways))("%s", (_, make) => {
  let way: Way;
  let phone: string;
  let code: string;
  const check = async (typed: string) => (await way.port.check({ phone, sessionId, code: typed })).status;
  const wrong = () => (code === "111111" ? "222222" : "111111");

  beforeEach(async () => {
    way = make();
    phone = `+1${++numbers}`;
    expect(await way.port.send({ phone, sessionId, language })).toEqual({ sent: true });
    code = way.codeOf(phone);
  });

  test("sends six digits, and approves them", holds(369), async () => {
    expect(code).toMatch(/^\d{6}$/);
    expect(await check(code)).toBe("approved");
  });

  test("does not approve a wrong code, and still takes the right one", async () => {
    expect(await check(wrong())).toBe("pending");
    expect(await check(code)).toBe("approved");
  });

  test("approves a code once", async () => {
    expect(await check(code)).toBe("approved");
    expect(await check(code)).toBe("expired");
  });

  test("knows no code for a number that none was sent to, nor another number's", async () => {
    expect(await way.port.check({ phone: "+12135550199", sessionId, code })).toEqual({ status: "expired" });
    const other = `+1${++numbers}`;
    await way.port.send({ phone: other, sessionId, language });
    if (way.codeOf(other) !== code) expect(await check(way.codeOf(other))).toBe("pending");
  });

  test("takes a code for ten minutes", async () => {
    way.pass(10 * minute - 1_000);
    expect(await check(wrong())).toBe("pending");
    way.pass(1_000);
    expect(await check(code)).toBe("expired");
  });

  test("takes five tries, the right one included", async () => {
    for (let tries = 1; tries <= 5; tries++) expect(await check(wrong())).toBe("pending");
    expect(await check(code)).toBe("max_attempts_reached");
  });

  test("approves at the fifth try", async () => {
    for (let tries = 1; tries <= 4; tries++) await check(wrong());
    expect(await check(code)).toBe("approved");
  });

  test("sends five times, and again once all of that has expired", async () => {
    for (let sends = 2; sends <= 5; sends++) {
      expect(await way.port.send({ phone, sessionId, language })).toEqual({ sent: true });
    }
    expect(await way.port.send({ phone, sessionId, language })).toEqual({ sent: false });
    expect(await check(way.codeOf(phone))).toBe("approved");
    expect(await way.port.send({ phone, sessionId, language })).toEqual({ sent: true });
    for (let sends = 2; sends <= 6; sends++) await way.port.send({ phone, sessionId, language });
    way.pass(10 * minute);
    expect(await way.port.send({ phone, sessionId, language })).toEqual({ sent: true });
  });
});

describe("own codes alone", () => {
  test("a resend brings a new code, which lives again and takes the old one's place", async () => {
    const port = own("123456", "654321");
    const phone = "+12135550123";
    await port.send({ phone, sessionId, language });
    on.now += 9 * minute;
    await port.send({ phone, sessionId, language });
    on.now += 9 * minute;
    expect(await port.check({ phone, sessionId, code: "123456" })).toEqual({ status: "pending" });
    expect(await port.check({ phone, sessionId, code: "654321" })).toEqual({ status: "approved" });
  });

  test.each([
    ["en", "012345 is your Claimpath code. It expires in 10 minutes."],
    ["es", "012345 es su código de Claimpath. Vence en 10 minutos."],
  ] as const)("the text in %s begins with the code", async (language, text) => {
    await own("012345").send({ sessionId, phone: "+12135550123", language });
    expect(texts.at(-1)).toEqual({ to: "+12135550123", text });
  });
});

describe("Twilio alone", () => {
  const port = () => twilioPhoneCode(callTwilio, { baseUrl: `${twilio.origin}/v2`, ...twilioAccount });

  test("is asked in its own words", holds(478), async () => {
    await port().send({ sessionId, phone: "+12135550177", language: "es" });
    expect(twilio.requests[0]).toMatchObject({
      path: "/v2/Services/VAstub/Verifications",
      type: "application/x-www-form-urlencoded;charset=UTF-8",
      headers: { authorization: "Basic U0tzdHViOnN0dWItc2VjcmV0" },
      body: "To=%2B12135550177&Channel=sms&Locale=es",
    });
    await port().check({ sessionId, phone: "+12135550177", code: "123456" });
    expect(twilio.requests[1]).toMatchObject({
      path: "/v2/Services/VAstub/VerificationCheck",
      body: "To=%2B12135550177&Code=123456",
    });
  });

  test("sends nothing to a landline", async () =>
    expect(await port().send({ sessionId, phone: "+12135550199", language })).toEqual({ sent: false }));

  test("a bad secret is a failure, which the operator hears of", async () => {
    const account = { baseUrl: `${twilio.origin}/v2`, ...twilioAccount, secret: "wrong" };
    const bad = twilioPhoneCode(createCallJson([twilio.origin]), account);
    await expect(bad.send({ sessionId, phone: "+12135550123", language })).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(bad.check({ sessionId, phone: "+12135550123", code: "123456" })).rejects.toMatchObject({
      kind: "refused",
    });
  });

  test.each([
    ["5xx", 2],
    ["4xx", 1],
    ["429", 1],
    ["cut", 1],
  ] as const)("a send that is answered with %s is made %d times", async (fault, times) => {
    twilio.fault = fault;
    await expect(port().send({ sessionId, phone: "+12135550123", language })).rejects.toThrow();
    expect(twilio.requests).toHaveLength(times);
  });

  test("a check is made once", async () => {
    twilio.fault = "5xx";
    await expect(port().check({ sessionId, phone: "+12135550123", code: "123456" })).rejects.toThrow();
    expect(twilio.requests).toHaveLength(1);
  });
});
