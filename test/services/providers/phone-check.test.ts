import { describe, expect, test } from "vitest";
import { embeddedPhoneCheck, livePhoneCheck } from "../../../services/providers/phone-check.ts";
import type { PhoneCheck } from "../../../services/providers/ports.ts";
import { ipqsKey, startIpqs } from "../../stubs/ipqs.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startIpqs());
const account = { baseUrl: `${stub.origin}/api/json`, key: ipqsKey };
const live = livePhoneCheck(callJson, account);
const embedded = embeddedPhoneCheck({ rejectFictitious: false });

const checks: [string, PhoneCheck][] = [
  ["embedded", embedded],
  ["live", live],
];

describe.each(checks)("phone check, %s", (_, check) => {
  test("passes an ordinary number", async () =>
    expect(await check.check("2125550142")).toMatchObject({
      success: true,
      valid: true,
      active: true,
      fraud_score: 0,
    }));

  test("knows a toll-free number", async () =>
    expect(await check.check("8005551234")).toMatchObject({ valid: true, line_type: "Toll Free" }));

  test.each(["0005551234", "1112223333", "212555", "", "12125550142"])("refuses %j", async (digits) =>
    expect(await check.check(digits)).toMatchObject({ valid: false, active: false }),
  );
});

describe("embedded phone check", () => {
  test.each([
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

  test.each([
    ["7872345678", "N/A"],
    ["9005551234", "Premium Rate"],
    ["8225551234", "Toll Free"],
    // Newer than the list, or not in use yet: the grammar of the plan is all that is asked.
    ...["621", "679", "357", "837", "924", "457", "436", "861"].map((code) => [`${code}2345678`, "N/A"]),
  ])("passes %s as %s", async (digits, line_type) =>
    expect(await embedded.check(digits)).toMatchObject({ valid: true, line_type }),
  );

  test.each([
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
  test("asks for a US number", holds(516), async () => {
    await live.check("2125550142");
    expect(stub.requests[0]).toMatchObject({ method: "GET", path: "/api/json/phone/stub-key/2125550142" });
    expect(stub.requests[0]!.query.get("country[]")).toBe("US");
  });

  test("hands fraud and activity on for spec 5.6 to judge", async () => {
    expect(await live.check("2125550199")).toMatchObject({ valid: true, fraud_score: 92 });
    expect(await live.check("2125550198")).toMatchObject({ active: false });
    expect(await live.check("2125550197")).toMatchObject({ active: true });
  });

  test("keeps nothing that the port does not name", holds(477), async () =>
    expect(Object.keys(await live.check("2125550142")).sort()).toEqual(
      ["active", "fraud_score", "line_type", "message", "success", "valid"].sort(),
    ),
  );

  test("a score and words that come as text are what they say", async () => {
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

  test("an impossible number is an answer in the vendor's words", holds(445), async () => {
    const report = await live.check("0005551234");
    expect(report).toMatchObject({ success: false, valid: false, active: false });
    expect(report.message).toMatch(/^Invalid\/nonexistent phone number/);
  });

  test("a wrong key, answered with status 200, is a failure", async () => {
    const failure = await livePhoneCheck(callJson, { ...account, key: "other-key" })
      .check("2125550142")
      .catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "ProviderFailure", kind: "refused" });
    expect((failure as Error).message).not.toMatch(/other-key|2125550142|http/);
  });

  test("reads the loose fields of smaller plans", async () => {
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
