import { beforeEach, describe, expect, it } from "vitest";
import { networkOf } from "../../../services/guard/network-of.ts";
import { createCallJson } from "../../../services/providers/http.ts";
import { textableNumbers } from "../../../services/providers/phone-check.ts";
import { ownCodes, smsGateway, twilioPhoneCode } from "../../../services/providers/phone-code/index.ts";
import { limitedPhoneCode } from "../../../services/providers/phone-code/limits.ts";
import type { PhoneCode } from "../../../services/providers/ports.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { startSms } from "../../stubs/own-contracts.ts";
import { startTwilio, twilioAccount } from "../../stubs/twilio.ts";
import { type DatabaseServer, databases, freshStore, sqlite } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

describe("the contract", async () => {
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
    codeOf: (phone: string) => string;
    pass: (ms: number) => void;
  };

  /** Our own codes. @param codes to be made, one after the other; by default random ones */
  const own = (...codes: string[]) =>
    ownCodes({
      messages: messagesIn,
      codes: on.store.phoneCodes,
      siteName: "Claimpath",
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

    it("sends six digits, and approves them", holds(369), async () => {
      expect(code).toMatch(/^\d{6}$/);
      expect(await check(code)).toBe("approved");
    });

    it("does not approve a wrong code, and still takes the right one", async () => {
      expect(await check(wrong())).toBe("pending");
      expect(await check(code)).toBe("approved");
    });

    it("approves a code once", async () => {
      expect(await check(code)).toBe("approved");
      expect(await check(code)).toBe("expired");
    });

    it("has no code for a number that none was sent to, and no other number's", async () => {
      expect(await way.port.check({ phone: "+12135550199", sessionId, code })).toEqual({ status: "expired" });
      const other = `+1${++numbers}`;
      await way.port.send({ phone: other, sessionId, language });
      if (way.codeOf(other) !== code) expect(await check(way.codeOf(other))).toBe("pending");
    });

    it("accepts a code for ten minutes", async () => {
      way.pass(10 * minute - 1_000);
      expect(await check(wrong())).toBe("pending");
      way.pass(1_000);
      expect(await check(code)).toBe("expired");
    });

    it("allows five tries, the right one included", async () => {
      for (let tries = 1; tries <= 5; tries++) expect(await check(wrong())).toBe("pending");
      expect(await check(code)).toBe("max_attempts_reached");
    });

    it("approves at the fifth try", async () => {
      for (let tries = 1; tries <= 4; tries++) await check(wrong());
      expect(await check(code)).toBe("approved");
    });

    it("sends five times, and again once all of them have expired", async () => {
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
    it("a resend sends a new code, which replaces the old one", async () => {
      const port = own("123456", "654321");
      const phone = "+12135550123";
      await port.send({ phone, sessionId, language });
      on.now += 9 * minute;
      await port.send({ phone, sessionId, language });
      on.now += 9 * minute;
      expect(await port.check({ phone, sessionId, code: "123456" })).toEqual({ status: "pending" });
      expect(await port.check({ phone, sessionId, code: "654321" })).toEqual({ status: "approved" });
    });

    it.each([
      ["en", "012345 is your Claimpath code. It expires in 10 minutes."],
      ["es", "012345 es su código de Claimpath. Vence en 10 minutos."],
    ] as const)("the text in %s begins with the code", async (language, text) => {
      await own("012345").send({ sessionId, phone: "+12135550123", language });
      expect(texts.at(-1)).toEqual({ to: "+12135550123", text });
    });
  });

  describe("Twilio alone", () => {
    const port = () => twilioPhoneCode(callTwilio, { baseUrl: `${twilio.origin}/v2`, ...twilioAccount });

    it("is called as its documentation says", holds(478), async () => {
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

    it("sends nothing to a landline", async () =>
      expect(await port().send({ sessionId, phone: "+12135550199", language })).toEqual({ sent: false }));

    it("a bad secret is a failure, which alerts the operator", async () => {
      const account = { baseUrl: `${twilio.origin}/v2`, ...twilioAccount, secret: "wrong" };
      const bad = twilioPhoneCode(createCallJson([twilio.origin]), account);
      await expect(bad.send({ sessionId, phone: "+12135550123", language })).rejects.toMatchObject({
        kind: "refused",
      });
      await expect(bad.check({ sessionId, phone: "+12135550123", code: "123456" })).rejects.toMatchObject({
        kind: "refused",
      });
    });

    it.each([
      ["5xx", 2],
      ["4xx", 1],
      ["429", 1],
      ["cut", 1],
    ] as const)("a send that is answered with %s is made %d times", async (fault, times) => {
      twilio.fault = fault;
      await expect(port().send({ sessionId, phone: "+12135550123", language })).rejects.toThrow();
      expect(twilio.requests).toHaveLength(times);
    });

    it("a check is made once", async () => {
      twilio.fault = "5xx";
      await expect(port().check({ sessionId, phone: "+12135550123", code: "123456" })).rejects.toThrow();
      expect(twilio.requests).toHaveLength(1);
    });
  });
});

describe("limits", () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const right = { phone: "+12135550123", sessionId: "s", code: "123456" };

  /** Codes with limits, on a port that records its calls, and an empty store for each test. */
  function limitedOn(start: () => Promise<DatabaseServer>) {
    const on = Object.assign(freshStore(start), { sends: true, sent: [] as string[], checked: 0 });
    beforeEach(() => void Object.assign(on, { sends: true, sent: [], checked: 0 }));
    const codes = (store = on.store) =>
      limitedPhoneCode({
        port: {
          send: async ({ phone }) => {
            on.sent.push(phone);
            return { sent: on.sends };
          },
          check: async () => {
            on.checked++;
            return { status: "pending" };
          },
        },
        tries: store.phoneCodeTries,
        canBeSentTo: async (phone) => phone !== "+10000000000",
        budget: { take: async () => true },
        perExchange: 0,
      });
    const asking = (phone = "+12135550123", ip = "192.0.2.1", sessionId = "s") => ({ phone, ip, sessionId });
    const send = (...who: Parameters<typeof asking>) => codes().send(asking(...who), { language: "en" });
    const check = (...who: Parameters<typeof asking>) => codes().check(asking(...who), "123456");
    return { on, codes, asking, send, check };
  }
  const phoneOf = (index: number) => `+1213555${1000 + index}`;

  describe("limits of codes", holds("T32"), () => {
    const { on, codes, asking, send, check } = limitedOn(sqlite.start);

    it(
      "a second send within 30 seconds sends nothing and returns when the first was sent",
      holds(371),
      async () => {
        const at = on.now;
        expect(await send()).toEqual({ kind: "sent", at });
        on.now += 29_999;
        expect(await send()).toEqual({ kind: "cooling", at });
        expect(on.sent).toHaveLength(1);
        on.now += 1;
        expect(await send()).toEqual({ kind: "sent", at: at + 30_000 });
        expect(on.sent).toHaveLength(2);
      },
    );

    it("another number has to wait for these 30 seconds, except in another session", async () => {
      await send();
      expect(await send("+12135550124")).toEqual({ kind: "limited" });
      expect((await send("+12135550124", "192.0.2.1", "other")).kind).toBe("sent");
      on.now += 30_000;
      expect((await send("+12135550124")).kind).toBe("sent");
    });

    it("a failed send delays nothing, but counts", async () => {
      on.sends = false;
      for (let times = 0; times < 5; times++) expect(await send()).toEqual({ kind: "unsent" });
      expect(await send()).toEqual({ kind: "limited" });
      expect(on.sent).toHaveLength(5);
    });

    it("nothing is sent to an impossible number, and nothing counted", async () => {
      for (let times = 0; times < 9; times++) {
        expect(await send("+10000000000")).toEqual({ kind: "unsent" });
      }
      expect(on.sent).toEqual([]);
      expect((await send()).kind).toBe("sent");
    });

    it("a number gets eight sends a day, five of them from possible strangers", async () => {
      const later = async (sessionId: string) => {
        on.now += hour;
        return (await send("+12135550123", "192.0.2.1", sessionId)).kind;
      };
      for (let n = 0; n < 5; n++) expect(await later("stranger")).toBe("sent");
      expect(await later("stranger")).toBe("limited");
      for (let n = 0; n < 3; n++) expect(await later("owner")).toBe("sent");
      for (const other of ["owner", "stranger", "third"]) expect(await later(other)).toBe("limited");
      on.now += 24 * hour;
      expect(await later("owner")).toBe("sent");
    });

    it("a number gets five sends an hour, from any network", async () => {
      for (let n = 0; n < 5; n++)
        expect((await send("+12135550123", `192.0.2.${n}`, `s${n}`)).kind).toBe("sent");
      expect(await send("+12135550123", "192.0.2.9", "s9")).toEqual({ kind: "limited" });
      on.now += hour - 1;
      expect(await send("+12135550123", "192.0.2.9", "s9")).toEqual({ kind: "limited" });
      on.now += 1;
      expect((await send("+12135550123", "192.0.2.9", "s9")).kind).toBe("sent");
    });

    it("a session gets eight sends", async () => {
      for (let n = 0; n < 8; n++) {
        expect((await send(phoneOf(n), `192.0.2.${n}`)).kind).toBe("sent");
        on.now += 30_000;
      }
      expect(await send(phoneOf(8), "192.0.2.8")).toEqual({ kind: "limited" });
    });

    it("a session gets fifteen checks an hour, at no cost to others with the number; a network sixty", async () => {
      for (let n = 0; n < 15; n++) expect((await check()).kind).toBe("checked");
      expect(await check()).toEqual({ kind: "limited" });
      expect(await check("+12135550124")).toEqual({ kind: "limited" });
      expect((await check("+12135550123", "192.0.2.1", "other")).kind).toBe("checked");
      for (let n = 0; n < 44; n++)
        expect((await check(phoneOf(n), "192.0.2.1", `s${n}`)).kind).toBe("checked");
      expect(await check(phoneOf(99), "192.0.2.1", "s99")).toEqual({ kind: "limited" });
      expect(on.checked).toBe(60);
      expect((await send()).kind, "checks do not use up sends").toBe("sent");
    });

    it("limits apply to every process on the store, and survive a restart", async () => {
      await send();
      const again = await on.open();
      expect(await codes(again).send(asking(), { language: "en" })).toEqual({ kind: "cooling", at: on.now });
      await again.close();
    });

    it("a code cannot be tried with the store alone, without the secret", async () => {
      await on.store.phoneCodes.put({ ...right, lifeMs: minute, mostSends: 5 });
      const copy = await on.open({ codeKeys: ["guessed"] });
      expect(await copy.phoneCodes.use({ ...right, mostChecks: 5 })).toBe("expired");
      await copy.close();
    });
  });

  describe.each(databases)("codes asked for at once on $name", holds("T32"), ({ start }) => {
    const { on, send } = limitedOn(start);

    it("a network gets twenty, however many ask at once", async () => {
      const asked = Array.from({ length: 40 }, (_, n) => send(phoneOf(n), `2001:db8:1:2::${n}`, `s${n}`));
      const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "sent")).toHaveLength(20);
      expect(on.sent).toHaveLength(20);
      expect((await send(phoneOf(41), "2001:db8:1:3::1", "s41")).kind).toBe("sent");
    });

    it("and no sixth to a number among ten that ask at once", async () => {
      // All connections are open already, so the requests are truly simultaneous.
      await Promise.all(Array.from({ length: 10 }, (_, n) => send(phoneOf(n), `192.0.2.${n}`, `before${n}`)));
      on.sent = [];
      const to = phoneOf(20);
      await Promise.all(Array.from({ length: 10 }, (_, n) => send(to, `192.0.2.${n}`, `s${n}`)));
      expect(on.sent).toHaveLength(5);
    });

    it("five of twenty simultaneous guesses are compared with the code", async () => {
      const { phoneCodes } = on.store;
      await phoneCodes.put({ ...right, lifeMs: minute, mostSends: 5 });
      const guesses = Array.from({ length: 20 }, (_, n) =>
        phoneCodes.use({ ...right, code: `00000${n}`.slice(-6), mostChecks: 5 }),
      );
      const said = await Promise.all(guesses);
      expect(said.filter((status) => status === "pending")).toHaveLength(5);
      expect(said.filter((status) => status === "max_attempts_reached")).toHaveLength(15);
    });

    it("a code is used once, however often it comes at once", async () => {
      const { phoneCodes } = on.store;
      await phoneCodes.put({ ...right, lifeMs: minute, mostSends: 5 });
      const uses = await Promise.all([1, 2, 3, 4].map(() => phoneCodes.use({ ...right, mostChecks: 5 })));
      expect(uses.filter((status) => status === "approved")).toHaveLength(1);
    });

    it("five of ten simultaneous requests send a code", async () => {
      const put = (code: string) => on.store.phoneCodes.put({ ...right, code, lifeMs: minute, mostSends: 5 });
      const done = await Promise.all(Array.from({ length: 10 }, (_, n) => put(`10000${n}`)));
      expect(done.filter(Boolean)).toHaveLength(5);
    });

    it("old rows are swept", async () => {
      await on.store.phoneCodes.put({ ...right, lifeMs: minute, mostSends: 1 });
      for (let n = 0; n < 5; n++) await send("+12135550123", `192.0.2.${n}`, `s${n}`);
      await on.store.retention.sweep({ codes: 0 });
      expect(await send("+12135550123", "192.0.2.9", "s9")).toEqual({ kind: "limited" });
      on.now += 1;
      await on.store.retention.sweep({ codes: 0 });
      expect((await send("+12135550123", "192.0.2.9", "s9")).kind).toBe("sent");
      const used = await on.store.phoneCodes.use({ ...right, mostChecks: 5 });
      expect(used, "a code that lives is kept").toBe("approved");
    });
  });

  describe("a network", () => {
    it.each([
      ["192.0.2.1", "192.0.2.1"],
      ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
      ["2001:db8:1:2::6", "2001:db8:1:2"],
      ["2001:db8::6", "2001:db8:0:0"],
      ["2001:0db8:0001:0002::", "2001:db8:1:2"],
      ["::1", "0:0:0:0"],
      ["", ""],
    ])("of %s is %s", (ip, network) => expect(networkOf(ip)).toBe(network));
  });

  describe("numbers that are sent to", () => {
    const real = textableNumbers({ rejectFictitious: true });
    it.each([
      ["+12125552368", true],
      ["+18135550142", false],
      ["+18005552368", false],
      ["+19005552368", false],
      ["+12124112368", false],
      ["+11125552368", false],
      ["+14165552368", false],
      ["+18765552368", false],
      ["+15005550006", false],
    ])("%s: %s", async (phone, textable) => expect(await real(phone)).toBe(textable));

    it("fictitious numbers are, where only a stub is reached", async () =>
      expect(await textableNumbers({ rejectFictitious: false })("+18135550142")).toBe(true));
  });
});
