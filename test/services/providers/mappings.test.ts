import { describe, expect, test } from "vitest";
import { leadProsper } from "../../../services/providers/lead-buyer/destination.ts";
import { liveMappings, ofNumbers } from "../../../services/providers/mappings/live.ts";
import { startLeadProsper } from "../../stubs/lead-prosper.ts";
import { answered, stubbed } from "./stubbed.ts";

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
