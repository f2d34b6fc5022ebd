import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import type { LeadFacts } from "../../../machines/lead/lead.ts";
import { type PostingVariant, payloadsOf } from "../../../machines/lead/payloads.ts";
import { variants } from "../../../machines/registry.ts";
import { holds } from "../../support/holds.ts";
import { today } from "../../support/lead-facts.ts";
import { finishedVisit, leadOf } from "./finished-visit.ts";

const plain: PostingVariant = {
  flow: "survey",
  sendsDqFlag: false,
  distribution: false,
  transformedLead: false,
};
const everywhere = { distribution: true, transformedLead: true };

/** What is posted, by its destination. */
const post = (
  variant: Partial<PostingVariant>,
  given: Answers = {},
  query = {},
  facts: Partial<LeadFacts> = {},
) => {
  const { answers } = finishedVisit(given);
  const { record } = leadOf(given, { query }, facts);
  const about = { id: "lead-1", answers, today, transformedAffid: "77" };
  const payloads = payloadsOf({ ...plain, ...variant }, record, about);
  return Object.fromEntries(payloads.map(({ destination, payload }) => [destination, payload]));
};
const described = { case_description: "A truck hit my car from behind at a red light." };
const gift = { case_description: "They promised a gift card after the crash." };

describe("do_not_send_to_dq", () => {
  const sending = "v4nv v4nv-es v4nv-rz v4nv-ep v4nv-1to1 v4nv-d1 v4nv-d2 v4nv-x1 v4g v5nv v7 crash-comped";

  it("is posted of v4nv and its kin", holds(472), () => {
    const codes = [...variants.values()].filter(({ sendsDqFlag }) => sendsDqFlag).map(({ code }) => code);
    expect(codes.sort()).toEqual(sending.split(" ").sort());
  });

  it.each([true, false])("is posted to everybody or nobody: %s", holds(472), (sendsDqFlag) => {
    const payloads = Object.values(post({ sendsDqFlag, ...everywhere }));
    expect(payloads.map((payload) => "do_not_send_to_dq" in payload)).toEqual(
      [1, 2, 3].map(() => sendsDqFlag),
    );
  });
});

it("nothing posted says why a lawyer's client is sent on", holds(470), () => {
  const answers = { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" };
  const all = { ...post(everywhere, answers), ...post({ flow: "ticket" }, answers) };
  expect(Object.keys(all)).toHaveLength(4);
  for (const payload of Object.values(all)) {
    expect(payload).not.toHaveProperty("lawyer_redirect_reason");
    expect(payload.dq_reason).toBe("have_attorney|yes");
  }
});

it("everybody sees the raw answers, and nobody but the lead buyer the key of its campaign", () => {
  const { "lead-prosper": own, ...others } = post(everywhere, gift);
  expect(own).toHaveProperty("lp_key");
  expect(Object.keys(others)).toEqual(["distribution", "bad-words", "transformed-lead"]);
  for (const payload of [...Object.values(others), post({ flow: "ticket" })["ticket-lead"]!]) {
    expect(payload).toMatchObject({ raw_at_Fault: "", derived_fields: [] });
    expect(payload).not.toHaveProperty("lp_key");
  }
});

describe("the transformed lead", () => {
  const own = post(everywhere, described);

  it("has no word of the visitor's", holds(205, 509), () => {
    expect(own["transformed-lead"]).toMatchObject({ case_description: "N/A", raw_case_description: "N/A" });
    expect(JSON.stringify(own["transformed-lead"])).not.toContain("truck");
    expect(own["lead-prosper"]).toMatchObject({ ...described, oid: "81", affid: "1" });
  });

  const undated = { accident_date_button: undefined };
  const typed = { ...undated, injury_year: "2025", injury_month: "03", injury_day: "09" };
  it.each<[Answers, object]>([
    [{}, { date_accident_occurred: "05/01/2025", injuries_sustained: "" }],
    [typed, { date_accident_occurred: "03/09/2025" }],
    [undated, { date_accident_occurred: "" }],
    [{ specific_injury: "Whiplash", injury_type: "Doctor" }, { injuries_sustained: "Whiplash" }],
    [{ injury_type: "Doctor" }, { injuries_sustained: "Doctor" }],
  ])("of %j says %j", holds(202, 203), (answers, expected) => {
    expect(post({ transformedLead: true }, answers)["transformed-lead"]).toMatchObject(expected);
  });

  it("has affiliate 10 where none is configured, and no state where none is known", holds(510), () => {
    const about = { id: "", answers: {}, today, transformedAffid: "" };
    const [, transformed] = payloadsOf({ ...plain, transformedLead: true }, {}, about);
    expect(transformed?.payload).toMatchObject({ affid: "10", state_accident_occurred: "" });
  });
});

describe("the ticket lead", () => {
  const ticket = (query = {}) => post({ flow: "ticket" }, { ticket_state: "CA" }, query)["ticket-lead"]!;

  it("has the whole field set, asked or not", holds(467), () => {
    expect(ticket()).toMatchObject({ ticket_state: "CA", police_report: "", bac_level: "", first_name: "" });
    for (const name of ["firstName", "lastName"]) expect(ticket()).not.toHaveProperty(name);
  });

  it.each([
    [{}, { affid: "1", sub_id: "1", lp_subid1: "1", sub_id2: "", sub_id4: "" }],
    [
      { s1: "{}", affid: "" },
      { affid: "10", sub_id: "1", lp_subid1: "1" },
    ],
    [
      { s1: "abc", affid: "7", sub2: "x" },
      { affid: "7", sub_id: "abc", lp_subid1: "abc", sub_id2: "x" },
    ],
  ])("%j is defaulted to %j", holds(468), (query, expected) => {
    expect(ticket(query)).toMatchObject(expected);
  });
});

describe("a lead with certificates", () => {
  const given = { email: "pat@example.com", phone: "(213) 555-0123" };
  const checksOf = (flow: string, trustedFormUrl: string, leadidToken: string) => {
    const certificates = { trustedFormUrl, leadidToken };
    const [, ...checks] = Object.entries(post({ flow }, given, {}, { known: { certificates } }));
    return Object.fromEntries(checks);
  };
  const certificate = "https://cert.example/abc";
  const trusted = { "trustedform-certificate": { certificate, ...given, reference: "lead-1" } };
  const jornaya = { "jornaya-audit": { token: "t1" } };

  it.each(["survey", "ticket"])("has those checked that there are, whatever the flow (%s)", (flow) => {
    expect(checksOf(flow, certificate, "t1")).toEqual({ ...trusted, ...jornaya });
    expect(checksOf(flow, certificate, "")).toEqual(trusted);
    expect(checksOf(flow, "", "t1")).toEqual(jornaya);
    expect(checksOf(flow, "", "")).toEqual({});
  });
});
