import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { leadProsper, toLeadProsper } from "../../../services/providers/lead-buyer.ts";
import { startLeadProsper, type Verdict } from "../../stubs/lead-prosper.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startLeadProsper());
const account = { campaignId: "11", supplierId: "22", key: "the-key" };
const settings = {
  name: "lead-prosper" as const,
  url: `${stub.origin}/direct_post`,
  account,
  isTest: true,
  firstRetryMs: 60_000,
  timeoutMs: 500,
};
const payload = {
  first_name: "Pat",
  phone: "(212) 555-0142",
  lp_key: "from-the-browser",
  raw_at_Fault: "Yes",
  derived_fields: ["at_Fault", "doctor_treatment"],
};

beforeEach(() => {
  Object.assign(stub, { verdict: "accept", failureRate: 0 });
  stub.received.clear();
});

describe.each(["lead-prosper", "contact-ingest"] as const)("%s", (name) => {
  const destination = leadProsper(callJson, { ...settings, name });
  const deliver = (id = "m1") => destination.deliver({ id, payload, attempt: 1 });

  test("is known by its name and its shortest wait", () =>
    expect(destination).toMatchObject({ name, configured: true, isTest: true, firstRetryMs: 60_000 }));

  test("sends the message with our own ids", async () => {
    await deliver();
    expect(stub.requests[0]).toMatchObject({
      method: "POST",
      path: "/direct_post",
      type: "application/json",
    });
    expect(stub.received.get("m1")?.fields).toEqual({
      first_name: "Pat",
      phone: "2125550142",
      raw_at_Fault: "Yes",
      derived_fields: "at_Fault,doctor_treatment",
      message_id: "m1",
      lp_campaign_id: "11",
      lp_supplier_id: "22",
      lp_key: "the-key",
      lp_action: "test",
    });
  });

  test.each<[Verdict, object]>([
    ["accept", { outcome: "accepted", detail: "code 0" }],
    ["duplicate", { outcome: "duplicate", detail: "code 1002" }],
    ["reject", { outcome: "rejected", detail: "code 1006" }],
    ["invalid", { outcome: "rejected", detail: "code 1015" }],
  ])("on %s", async (verdict, result) => {
    stub.verdict = verdict;
    expect(await deliver()).toEqual(result);
  });

  test("a wrong key is not the lead's fault: it is kept", async () => {
    stub.verdict = "bad-key";
    await expect(deliver()).rejects.toMatchObject({ name: "ProviderFailure", kind: "refused" });
  });

  test("delivered, but the rest of the answer got lost: it has arrived", async () => {
    stub.verdict = "cut";
    expect(await deliver()).toEqual({
      outcome: "accepted",
      detail: "status 200, but the answer could not be read",
    });
    expect(stub.received.get("m1")?.times).toBe(1);
  });

  test("delivered before, without an answer: the second attempt settles it", holds("T8"), async () => {
    await deliver();
    expect(await deliver()).toMatchObject({ outcome: "duplicate" });
    expect(stub.received.get("m1")?.times).toBe(2);
  });
});

describe("LeadProsper's answers", () => {
  const delivered = (body: unknown) =>
    answered({ body }, (callJson, url) =>
      leadProsper(callJson, { ...settings, url }).deliver({ id: "m1", payload, attempt: 1 }),
    );

  test.each([
    [{ status: "accepted" }, { outcome: "accepted", detail: "no code" }],
    [
      { status: "ERROR", id: "x", error_code: "2000" },
      { outcome: "rejected", detail: "code 2000" },
    ],
    [
      { status: "ERROR", lead_id: 7 },
      { outcome: "rejected", detail: "no code" },
    ],
    [
      { status: "ERROR", message: "Validation failed" },
      { outcome: "rejected", detail: "no code" },
    ],
    [
      { status: "ERROR", id: "x", code: "n/a" },
      { outcome: "rejected", detail: "no code" },
    ],
  ])("%j", async (body, result) => expect(await delivered(body)).toEqual(result));

  test.each([{ status: "ERROR" }, { status: "ERROR", id: "", code: 1001, message: "Pat is unknown" }])(
    "%j is no verdict on the lead",
    async (body) => {
      const failure = await delivered(body);
      expect(failure).toMatchObject({ name: "ProviderFailure", kind: "refused" });
      expect((failure as Error).message).not.toContain("Pat");
    },
  );

  test.each([{ status: "MAYBE" }, { id: "x" }, {}, "ACCEPTED"])(
    "%j is not understood, but a buyer that answers with status 200 has the lead",
    async (body) => {
      const detail = "status 200, but the answer could not be read";
      expect(await delivered(body)).toEqual({ outcome: "accepted", detail });
    },
  );
});

describe("a destination without settings", () => {
  test.each([
    { ...settings, url: undefined },
    { ...settings, account: undefined },
  ])("says so and sends nothing", async (missing) => {
    const destination = leadProsper(callJson, missing);
    expect(destination.configured).toBe(false);
    await expect(destination.deliver({ id: "m1", payload, attempt: 1 })).rejects.toThrow(
      "no account for this message",
    );
    expect(stub.requests).toHaveLength(0);
  });
});

test.each([
  ["it says itself", false, { lp_action: "test" }, "test"],
  ["it says itself", true, { lp_action: "" }, ""],
  ["its receiver's switch says, where it had none", true, {}, "test"],
  ["its receiver's switch says, where it had none", false, {}, ""],
])("a message is a test as %s (%j, %j)", async (_, isTest, more, expected) => {
  const buyer = leadProsper(callJson, { ...settings, isTest });
  await buyer.deliver({ id: "m1", payload: { ...payload, ...more }, attempt: 1 });
  expect(stub.received.get("m1")?.fields.lp_action).toBe(expected);
});

describe("toLeadProsper", () => {
  test("gives fields their usual names and formats", () => {
    const lead = {
      ...{ first_name: "Pat", last_name: "No", email: "pat@example.com", phone: "+1 (212) 555-0142" },
      ...{ zip_code: "00501", state: "NY", at_Fault: "no", with_Lawyer: "Yes", physical_injury: "Yes" },
      ...{ doctor_treatment: "No", police_report: "yes", case_description: "Yes", months: 2 },
      ...{ incident_date: "2026-03-01", when_seek_medical_treatment_date: "03/05/2026" },
      ...{ landing_page: "https://claims.example", tcpa: "I agree", leadid_token: "token" },
      ...{ trusted_form_cert_id: "1", trustedform_cert_url: "https://cert.example/1", affid: "1" },
      ...{ lp_subid1: "é".repeat(80), lp_s2: "google", lp_subid2: undefined, selected_buyers: [1, 2] },
      ...{ raw_physical_injury: "Yes", derived_fields: ["physical_injury", "doctor_treatment"] },
    };
    expect(toLeadProsper(lead)).toEqual({
      ...lead,
      ...{ phone: "2125550142", when_seek_medical_treatment_date: "2026-03-05" },
      ...{ at_fault: "no", currently_represented: "yes", physical_injury: "yes", doctor_treatment: "no" },
      ...{ landing_page_url: lead.landing_page, tcpa_text: lead.tcpa, jornaya_leadid: lead.leadid_token },
      lp_subid1: "é".repeat(75),
      ...{ selected_buyers: "1,2", derived_fields: "physical_injury,doctor_treatment" },
    });
  });

  test("leaves a field as it is that has the usual name already", () => {
    const lead = { landing_page: "https://a.example", landing_page_url: "https://a.example/survey/e" };
    expect(toLeadProsper(lead)).toEqual(lead);
  });

  test("changes nothing when done twice", () => {
    const names = "at_Fault with_Lawyer phone incident_date lp_subid1 tcpa raw_x physical_injury".split(" ");
    const leads = fc.dictionary(fc.constantFrom(...names), fc.string());
    fc.assert(
      fc.property(leads, (lead) => {
        const once = toLeadProsper(lead);
        expect(toLeadProsper(once)).toEqual(once);
      }),
    );
  });
});
