import { afterAll, describe, expect, test } from "vitest";
import { limitedPhoneCode } from "../../../../services/providers/phone-code/limits.ts";
import { ownCodes, smsGateway } from "../../../../services/providers/phone-code/own-codes.ts";
import { twilioPhoneCode } from "../../../../services/providers/phone-code/twilio.ts";
import type { PhoneCode } from "../../../../services/providers/ports.ts";
import { type Fault, faults } from "../../../stubs/faults.ts";
import { startSms } from "../../../stubs/own-contracts.ts";
import { startTwilio, twilioAccount } from "../../../stubs/twilio.ts";
import { databases } from "../../../support/databases.ts";
import { stubbed } from "../stubbed.ts";
import { aStore } from "./a-store.ts";

const { stub: sms, callJson: callSms } = await stubbed(startSms());
const { stub: twilio, callJson: callTwilio } = await stubbed(startTwilio());
const sqlite = await databases[0].start();
afterAll(() => sqlite.stop());

/** Stands for the adapter's own deadline; short only where it is what ends the call. */
const deadlines: { [fault in Fault]?: number } = { slow: 200, drip: 200 };
const bad = faults.filter((fault) => fault !== "ok");

async function limited(port: (codes: Awaited<ReturnType<typeof aStore>>["store"]) => PhoneCode) {
  const { store, clock } = await aStore(sqlite);
  const phoneCode = limitedPhoneCode({
    port: port(store),
    tries: store.phoneCodeTries,
    canBeSentTo: async () => true,
    budget: { take: async () => true },
    perExchange: 0,
  });
  return { phoneCode, clock };
}
const who = { phone: "+12135550123", ip: "192.0.2.1", sessionId: "s" };
const account = { baseUrl: `${twilio.origin}/v2`, ...twilioAccount };

describe.each(bad)("when the service is: %s", (fault) => {
  const deadline = deadlines[fault] ?? 5_000;

  test("Twilio sends nothing that is waited for, and approves nothing", async () => {
    const { phoneCode } = await limited(() => twilioPhoneCode(callTwilio, account, deadline));
    twilio.fault = fault;
    expect(await phoneCode.send(who, { language: "en" })).toEqual({ kind: "unsent" });
    expect(await phoneCode.check(who, "123456")).toEqual({ kind: "checked", status: "unavailable" });
  });

  // Any 2xx means taken, whatever its body, or what becomes of it.
  const isTaken = ["garbage", "html", "cut", "drip", "huge"].includes(fault);
  test(`a text is ${isTaken ? "taken" : "not known to be taken, and not waited for"}`, async () => {
    const { phoneCode, clock } = await limited((store) =>
      ownCodes({
        codes: store.phoneCodes,
        sendText: smsGateway(callSms, sms.origin, deadline),
        siteName: "S",
      }),
    );
    sms.fault = fault;
    const taken = { kind: "sent", at: clock.now };
    expect(await phoneCode.send(who, { language: "en" })).toEqual(isTaken ? taken : { kind: "unsent" });
    sms.fault = "ok";
    if (isTaken) return;
    expect(await phoneCode.send(who, { language: "en" })).toEqual({ kind: "sent", at: clock.now });
  });
});
