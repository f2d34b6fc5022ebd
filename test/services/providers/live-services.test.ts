import { describe, expect, test } from "vitest";
import { liveBuyers } from "../../../services/providers/buyers.ts";
import { liveCompensation } from "../../../services/providers/compensation.ts";
import { leadProsper } from "../../../services/providers/lead-buyer.ts";
import { liveLeadExchange } from "../../../services/providers/lead-exchange.ts";
import { liveMappings, ofNumbers } from "../../../services/providers/mappings.ts";
import { liveProgressSave } from "../../../services/providers/progress-save.ts";
import { startLeadProsper } from "../../stubs/lead-prosper.ts";
import { startProgress } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

describe("an answer of the buyers service that is of odd shape", () => {
  const one = { name: "Firm One", ids: [1] };
  const found = (body: unknown) => answered({ body }, (...to) => liveBuyers(...to, 5_000).find({}));

  test.each<[string, unknown, object]>([
    ["ids as text", { name: "Firm Two", ids: ["2", " 3"] }, { name: "Firm Two", ids: [2, 3] }],
    ["a single id", { name: "Firm Two", id: "2" }, { name: "Firm Two", ids: [2] }],
    ["a single number for ids", { name: "Firm Two", ids: 2 }, { name: "Firm Two", ids: [2] }],
    [
      "an id among others that is none",
      { name: "Firm Two", ids: [2, "x", null] },
      { name: "Firm Two", ids: [2] },
    ],
  ])("is read as far as it can be: %s", async (_, odd, read) => {
    expect(await found({ selectedBuyers: [odd, one], allPossibleBuyers: [odd] })).toEqual({
      selected: [read, one],
      possible: [read],
    });
  });

  test.each([
    { name: "", ids: [2] },
    { ids: [2] },
    { name: "Firm Two", ids: [] },
    { name: "Firm Two" },
    "Firm Two",
    null,
  ])("loses the buyer that cannot be read, and no other: %j", async (odd) =>
    expect(await found({ selectedBuyers: [odd, one], allPossibleBuyers: [one, odd] })).toEqual({
      selected: [one],
      possible: [one],
    }),
  );

  test("that selects only what cannot be read has named nobody", async () =>
    expect(await found({ selectedBuyers: [{ name: "Firm" }] })).toMatchObject({ kind: "garbage" }));
});

test.each([
  ["7", { level: 7 }],
  [0, { kind: "garbage" }],
  [8, { kind: "garbage" }],
  [2.5, { kind: "garbage" }],
  [null, { kind: "garbage" }],
])("a live estimate with the level %j means %j", holds(493), async (compLevel, expected) => {
  const said = await answered({ body: { compLevel } }, (...to) => liveCompensation(...to).estimate({}));
  expect(said).toMatchObject(expected);
});

const who = { project: "MVA", zipCode: "10001", ipAddress: "192.0.2.1", userAgent: "Browser" } as const;

test.each([
  [204, ""],
  [200, "OK"],
  [202, "<!doctype html>"],
])("status %d is arrival at the lead exchange, whatever it says: %j", async (status, body) => {
  const reply = { status, body, headers: { "Content-Type": "text/plain" } };
  const lead = { ...who, tf: "cert", leadId: "token" };
  expect(await answered(reply, (...to) => liveLeadExchange(...to).announce(lead))).toBeUndefined();
});

describe("the live mapping service", () => {
  test.each(["", "abc", "1.5", "-1", "9".repeat(16)])(
    "is not asked about the affiliate %j",
    async (affid) => {
      const find = () => Promise.reject(new Error("asked"));
      expect(await ofNumbers({ find }).find({ affid, oid: "81" })).toBeUndefined();
    },
  );

  test.each([
    {},
    { lp_campaign_id: 1, lp_supplier_id: 2 },
    { lp_campaign_id: 1, lp_supplier_id: 2, lp_key: "" },
    { lp_campaign_id: 1, lp_supplier_id: 2, lp_key: "a b" },
  ])("that answers %j has not answered", async (body) => {
    const found = await answered({ body }, (...to) => liveMappings(...to).find({ affid: "1", oid: "81" }));
    expect(found).toMatchObject({ kind: "garbage" });
  });
});

describe("a lead with a campaign of its own", async () => {
  const { stub, callJson } = await stubbed(startLeadProsper());
  const account = { campaignId: "1", supplierId: "2", key: "stub-key" };
  const mapped = { lp_campaign_id: "52", lp_supplier_id: "61", lp_key: "mapped-key-52" };
  const deliver = (isMapped: boolean, more: object, of: typeof account | undefined) =>
    leadProsper(callJson, {
      name: "lead-prosper",
      ...{ isTest: true, isMapped, account: of },
      ...{ firstRetryMs: 1, url: `${stub.origin}/direct_post` },
    }).deliver({ id: "m1", payload: { first_name: "Pat", ...more }, attempt: 1 });

  test.each([
    ["goes there without an account in the settings", true, mapped, undefined, "52 61 mapped-key-52"],
    ["but a gap goes to the settings' account", true, { ...mapped, lp_key: "" }, account, "1 2 stub-key"],
    ["and so does every lead where nobody maps", false, mapped, account, "1 2 stub-key"],
  ])("%s", async (_, isMapped, more, of, expected) => {
    await deliver(isMapped, more, of).catch(() => {});
    const { lp_campaign_id, lp_supplier_id, lp_key } = JSON.parse(stub.requests[0]!.body);
    expect([lp_campaign_id, lp_supplier_id, lp_key].join(" ")).toBe(expected);
  });

  test("waits when there is neither", async () => {
    await expect(deliver(true, {}, undefined)).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("the progress service", async () => {
  const { stub, callJson } = await stubbed(startProgress());
  const live = liveProgressSave(callJson, stub.origin);
  const body = { session: "visit-1", data: { progression: [], backup: [] } };

  describe("the two statuses", () => {
    test.each([
      [true, false],
      ["yes", "no"],
      ["True", "FALSE"],
      [" success ", false],
    ])("%j is a yes, %j a no, each for its own queue", async (yes, no) => {
      stub.statuses = { userProgressionStatus: yes, userBackupStatus: no };
      expect(await live.save(body)).toEqual({ progression: true, backup: false });
      stub.statuses = { userProgressionStatus: no, userBackupStatus: yes };
      expect(await live.save(body)).toEqual({ progression: false, backup: true });
    });

    test("one that is missing is a no", async () => {
      stub.statuses = { userBackupStatus: true };
      expect(await live.save(body)).toEqual({ progression: false, backup: true });
      stub.statuses = {};
      expect(await live.save(body)).toEqual({ progression: false, backup: false });
    });

    test.each([1, null, "ok", "", [], { saved: true }])("%j is no answer at all", async (odd) => {
      stub.statuses = { userProgressionStatus: true, userBackupStatus: odd };
      await expect(live.save(body)).rejects.toMatchObject({ kind: "garbage" });
    });
  });
});
