import { describe, expect, test } from "vitest";
import { createCallJson } from "../../../services/providers/http.ts";
import { leadProsper } from "../../../services/providers/lead-buyer/destination.ts";
import { noMappings } from "../../../services/providers/mappings/index.ts";
import { liveMappings, ofNumbers } from "../../../services/providers/mappings/live.ts";
import { startLeadProsper } from "../../stubs/lead-prosper.ts";
import { startMappings } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startMappings());
const live = liveMappings(callJson, stub.origin);

describe("the live mapping service", () => {
  test("gets affiliate and offer as numbers and names the campaign, as texts", holds(487), async () => {
    expect(await live.find({ affid: "252", oid: "81" })).toEqual({
      lp_campaign_id: "52",
      lp_supplier_id: "61",
      lp_key: "mapped-key-52",
    });
    expect(stub.requests[0]).toMatchObject({ method: "POST", path: "/get-mappings" });
    expect(JSON.parse(stub.requests[0]!.body)).toEqual({ affid: 252, oid: 81 });
  });

  test.each(["", "abc", "1.5", "-1", "9".repeat(16)])(
    "is not asked about the affiliate %j",
    async (affid) => {
      expect(await ofNumbers(live).find({ affid, oid: "81" })).toBeUndefined();
      expect(stub.requests).toEqual([]);
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

test("without a service nothing is mapped", async () => {
  expect(await noMappings.find({ affid: "1", oid: "81" })).toBeUndefined();
});

describe("a lead with a campaign of its own", () => {
  const account = { campaignId: "1", supplierId: "2", key: "stub-key" };
  const mapped = { lp_campaign_id: "52", lp_supplier_id: "61", lp_key: "mapped-key-52", lp_action: "test" };
  const person = { first_name: "Pat", email: "pat@example.com", phone: "2125550142" };

  test.each([
    ["goes there", { isMapped: true, account }, mapped, ["52", "61", "mapped-key-52"]],
    [
      "goes there without an account in the settings",
      { isMapped: true, account: undefined },
      mapped,
      ["52", "61", "mapped-key-52"],
    ],
    [
      "but a gap goes to the account of the settings",
      { isMapped: true, account },
      { ...mapped, lp_key: "" },
      ["1", "2", "stub-key"],
    ],
    [
      "and so does every lead where nobody maps",
      { isMapped: false, account },
      mapped,
      ["1", "2", "stub-key"],
    ],
  ])("%s", async (_, settings, more, expected) => {
    const buyer = await startLeadProsper();
    const destination = leadProsper(createCallJson([buyer.origin]), {
      ...settings,
      name: "lead-prosper",
      isTest: true,
      url: `${buyer.origin}/direct_post`,
      firstRetryMs: 1,
    });
    expect(destination.configured).toBe(true);
    await destination.deliver({ id: "m1", payload: { ...person, ...more }, attempt: 1 }).catch(() => {});
    const { lp_campaign_id, lp_supplier_id, lp_key, lp_action } = JSON.parse(buyer.requests[0]!.body);
    expect([lp_campaign_id, lp_supplier_id, lp_key]).toEqual(expected);
    expect(lp_action).toBe("test");
    await buyer.stop();
  });

  test("waits when there is neither", async () => {
    const destination = leadProsper(callJson, {
      name: "lead-prosper",
      isTest: true,
      isMapped: true,
      account: undefined,
      url: stub.origin,
      firstRetryMs: 1,
    });
    const call = destination.deliver({ id: "m1", payload: person, attempt: 1 });
    await expect(call).rejects.toMatchObject({ kind: "refused" });
  });
});
