import { describe, expect, it } from "vitest";
import type { Answers } from "../../../machines/answers.ts";
import type { LeadFacts } from "../../../machines/lead/lead.ts";
import { type PostingVariant, payloadsOf } from "../../../machines/lead/payloads.ts";
import { transformedLead } from "../../../machines/lead/transformed.ts";
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
const post = (variant: Partial<PostingVariant>, answers: Answers = {}, query = {}) => {
  const context = finishedVisit(answers);
  const { record } = leadOf(answers, { query });
  const payloads = payloadsOf({ ...plain, ...variant }, record, {
    id: "lead-1",
    answers: context.answers,
    today,
    transformedAffid: "77",
  });
  return Object.fromEntries(payloads.map(({ destination, payload }) => [destination, payload]));
};
const described = { case_description: "A truck hit my car from behind at a red light." };

it.each([
  [{}, ["lead-prosper"]],
  [{ flow: "one-page" }, ["lead-prosper"]],
  [{ flow: "multi-step" }, ["lead-prosper"]],
  [{ distribution: true }, ["lead-prosper", "distribution"]],
  [{ transformedLead: true }, ["lead-prosper", "transformed-lead"]],
  [{ flow: "ticket" }, ["ticket-lead"]],
])("%j goes to %j", (variant, destinations) => {
  expect(Object.keys(post(variant))).toEqual(destinations);
});

it.each([
  ["They promised a gift card after the crash.", true],
  [described.case_description, false],
])("%j goes to the workflow that looks at bad words: %s", holds(459, 482), (case_description, expected) => {
  const posts = post({}, { case_description });
  expect(Object.keys(posts)).toEqual(expected ? ["lead-prosper", "bad-words"] : ["lead-prosper"]);
  expect(Object.keys(post({ flow: "ticket" }, { case_description }))).toEqual(["ticket-lead"]);
});

describe("do_not_send_to_dq", () => {
  it.each([
    ..."v4nv v4nv-es v4nv-rz v4nv-ep v4nv-1to1 v4nv-d1 v4nv-d2 v4nv-x1 v4g v5nv v7 crash-comped"
      .split(" ")
      .map((code) => [code, true] as const),
    ..."a b c d e f g dui vw3 sl-v2 one-page multi-step ticket"
      .split(" ")
      .map((code) => [code, false] as const),
  ])("is posted of %s: %s", holds(472), (code, expected) => {
    const { sendsDqFlag } = variants.get(code)!;
    const posts = post({ sendsDqFlag, distribution: true, transformedLead: true });
    for (const payload of Object.values(posts)) expect("do_not_send_to_dq" in payload).toBe(expected);
  });
});

it("nothing posted says why a lawyer's client is sent on", holds(470), () => {
  const answers = { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" };
  const all = {
    ...post({ distribution: true, transformedLead: true }, answers),
    ...post({ flow: "ticket" }, answers),
  };
  expect(Object.keys(all)).toHaveLength(4);
  for (const payload of Object.values(all)) {
    expect(payload).not.toHaveProperty("lawyer_redirect_reason");
    expect(payload.dq_reason).toBe("have_attorney|yes");
  }
});

it("everybody sees the raw answers, and nobody but the lead buyer the key of its campaign", () => {
  const { "lead-prosper": own, ...others } = post({ distribution: true, transformedLead: true }, described);
  expect(own).toHaveProperty("lp_key");
  for (const payload of [...Object.values(others), post({ flow: "ticket" })["ticket-lead"]!]) {
    expect(payload).toMatchObject({ raw_at_Fault: "", derived_fields: [] });
    expect(payload).not.toHaveProperty("lp_key");
  }
});

describe("the transformed lead", () => {
  const transform = (answers: Answers, affid = "1000350") =>
    transformedLead(
      leadOf({ ...described, ...answers }).record,
      finishedVisit(answers).answers,
      today,
      affid,
    );

  it("speaks another campaign's language, and no word of the visitor's", holds(201, 204, 205, 509), () => {
    expect(transform({})).toMatchObject({
      oid: "1500",
      affid: "1000350",
      case_type: "FormMVA",
      case_description: "N/A",
      raw_case_description: "N/A",
      state_accident_occurred: "CA",
      settlement_offers: "no",
      injuries_sustained: "",
    });
    expect(JSON.stringify(transform({}))).not.toContain("truck");
  });

  it("says nothing where no state is known", () => {
    expect(transformedLead({}, {}, today, "").state_accident_occurred).toBe("");
  });

  it("leaves our own record as it is", holds(205), () => {
    expect(post({ transformedLead: true }, described)["lead-prosper"]).toMatchObject({
      ...described,
      oid: "81",
      affid: "1",
    });
  });

  it.each([
    ["77", "77"],
    ["", "10"],
  ])("configured affiliate %j: %s", holds(510), (affid, expected) => {
    expect(transform({}, affid).affid).toBe(expected);
  });

  it.each<[Answers, string]>([
    [{ accident_date_button: "Within 30 Days" }, "05/01/2025"],
    [
      { accident_date_button: undefined, injury_year: "2025", injury_month: "03", injury_day: "09" },
      "03/09/2025",
    ],
    [{ accident_date_button: undefined }, ""],
  ])("date_accident_occurred of %j is %j", holds(202), (answers, expected) => {
    expect(transform(answers).date_accident_occurred).toBe(expected);
  });

  it.each([
    [{ specific_injury: "Whiplash", injury_type: "Doctor" }, "Whiplash"],
    [{ injury_type: "Doctor" }, "Doctor"],
  ])("injuries_sustained of %j is %s", holds(203), (answers, expected) => {
    expect(transform(answers).injuries_sustained).toBe(expected);
  });
});

describe("the ticket lead", () => {
  const ticket = (answers: Answers = {}, query = {}) =>
    post({ flow: "ticket" }, answers, query)["ticket-lead"]!;

  it("has the whole field set but for three", holds(467), () => {
    const lead = ticket({ ticket_state: "CA" });
    expect(lead).toMatchObject({ ticket_state: "CA", police_report: "", bac_level: "", first_name: "" });
    for (const name of [
      "accident_limit_exceeded",
      "accident_within_last_year",
      "state_long",
      "firstName",
      "lastName",
      "lawyer_redirect_reason",
    ]) {
      expect(lead).not.toHaveProperty(name);
    }
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
    expect(ticket({}, query)).toMatchObject(expected);
  });
});

describe("a lead with certificates", () => {
  const certificates = { trustedFormUrl: "https://cert.example/abc", leadidToken: "t1" };
  const checksOf = (flow: string, known: LeadFacts["known"]) => {
    const given = { email: "pat@example.com", phone: "(213) 555-0123" };
    const { record } = leadOf(given, {}, { known });
    return payloadsOf({ ...plain, flow }, record, {
      id: "lead-1",
      answers: given,
      today,
      transformedAffid: "",
    }).slice(1);
  };

  it.each(["survey", "ticket"])("has them checked, whatever the flow (%s)", (flow) => {
    expect(checksOf(flow, { certificates })).toEqual([
      {
        destination: "trustedform-certificate",
        payload: {
          certificate: "https://cert.example/abc",
          email: "pat@example.com",
          phone: "(213) 555-0123",
          reference: "lead-1",
        },
      },
      { destination: "jornaya-audit", payload: { token: "t1" } },
    ]);
  });

  it("has only those checked that there are", () => {
    const only = { certificates: { ...certificates, trustedFormUrl: "" } };
    expect(checksOf("survey", only).map(({ destination }) => destination)).toEqual(["jornaya-audit"]);
    expect(checksOf("survey", {})).toEqual([]);
  });
});

it("the distribution gets the lead with its page and token", () => {
  const { record } = leadOf({}, {}, { landing_page_url: "https://site.example/survey/e" });
  const payloads = payloadsOf({ ...plain, distribution: true }, record, {
    id: "lead-1",
    answers: {},
    today,
    transformedAffid: "",
  });
  expect(payloads[1]).toMatchObject({
    destination: "distribution",
    payload: { landing_page_url: "https://site.example/survey/e", jornaya_leadid: "", state: "CA" },
  });
});
