import { describe, expect, it } from "vitest";
import { timeOnSteps } from "../../../machines/lead/derive.ts";
import type { LeadFacts } from "../../../machines/lead/lead.ts";
import { type PostingVariant, payloadsOf } from "../../../machines/lead/payloads.ts";
import { variants } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { withNotes } from "../../../machines/rules/forced-answers.ts";
import { fixedBuyers, selectedBuyers } from "../../../machines/rules/one-to-one.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { holds } from "../../support/holds.ts";
import { leadFacts, today } from "../../support/lead-facts.ts";
import { finishedVisit, leadOf, records } from "./finished-visit.ts";

const fled = "The other driver fled the scene after the crash.";

describe("the source of the visit", () => {
  const settings = leadFacts().settings;
  records(
    [
      ["an affiliate of braces is 10 when posted", { affid: "10" }, {}, { query: { affid: "{}" } }],
      ["lp_subid1 is empty with the sub id", { sub_id: "", lp_subid1: "" }, {}, { query: { s1: "{}" } }],
      ["lp_s2 is drawn by lot", { lp_s2: "facebook" }, {}, {}, { random: 0.75 }],
      ["lp_action is what is set", { lp_action: "" }, {}, {}, { settings: { ...settings, lpAction: "" } }],
    ],
    holds(125, 182, 198, 471),
  );
});

describe("what a visitor writes", () => {
  records(
    [
      [
        "of a hit and run in Spanish is read as such",
        { hit_and_run: "yes", bad_words: "yes" },
        { case_description: "El otro conductor se dio a la fuga después del choque." },
      ],
      [
        "is a hit and run where the chart found one",
        { hit_and_run: "yes" },
        { case_description: "A truck hit my car from behind at a red light." },
        { checks: { hitAndRun: "yes" } },
      ],
      [
        "is not read where nothing was described",
        { hit_and_run: "", enough_words: "", bad_words: "no", do_not_send_to_dq: "yes" },
      ],
      [
        "is kept with its flag beside a note, which lifts it",
        {
          hit_and_run: "yes",
          bad_words: "no",
          raw_bad_words: "yes",
          raw_case_description: fled,
          case_description: withNotes(fled, ["uninsured"]),
          derived_fields: ["case_description"],
        },
        { case_description: fled },
        { notes: ["uninsured"] },
      ],
    ],
    holds(306, 308, 309, 310, 423, 459),
  );
});

describe("fields of some variants", () => {
  const truck = { accident_type: "Truck Accident" };
  const firm = { name: "North Law", ids: [1, 2, 3] };
  const url = "https://site.example/survey/e";
  const ticket = (ticket_date: string) => ({ accident_date_button: undefined, ticket_date });
  records(
    [
      ["an accident_type that was answered", truck, truck],
      [
        "an incident_date on the first of January",
        { incident_date: "2024-01-01", days_from_incident_date: 531 },
        { accident_date_button: undefined, injury_year: "2024" },
        {},
        { incidentPrecision: "year" },
      ],
      [
        "its page's address",
        { landing_page_url: url, jornaya_leadid: "" },
        {},
        {},
        { landing_page_url: url },
      ],
      [
        "a ticket's age, which is no accident's",
        {
          lead_is_qualified: "yes",
          days_from_incident_date: "",
          derived_fields: [],
          accident_limit_exceeded: 0,
        },
        ticket("2025-06-10"),
      ],
      ["a ticket of 730 days", { lead_is_qualified: "yes" }, ticket("2023-06-16")],
      ["a ticket of 731 days", { lead_is_qualified: "no", dq_reason: "" }, ticket("2023-06-15")],
      ["a ticket without a date", { lead_is_qualified: "no" }, ticket("soon")],
      [
        "one-to-one consent",
        { "1_to_1_consent": "yes", selected_buyers: [1, 2, 3], all_possible_buyer_ids: [8674, 1, 2, 3] },
        {},
        { checks: { buyers: selectedBuyers([firm], [firm]) } },
      ],
      [
        "one-to-one consent with a variant's own buyers, which adds nobody",
        { all_possible_buyer_ids: [1, 2, 3] },
        {},
        { checks: { buyers: fixedBuyers([firm]) } },
      ],
    ],
    holds(187, 188, 199),
  );
});

const plain: PostingVariant = {
  flow: "survey",
  sendsDqFlag: false,
  distribution: false,
  transformedLead: false,
};
const everywhere = { distribution: true, transformedLead: true };

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

  it("is posted for v4nv and its relatives", holds(472), () => {
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

it("everybody gets the raw answers, and only the lead buyer its campaign's key", () => {
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

  it("contains none of the visitor's words", holds(205, 509), () => {
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

  it("has affiliate 10 by default, and no state where it is unknown", holds(510), () => {
    const about = { id: "", answers: {}, today, transformedAffid: "" };
    const [, transformed] = payloadsOf({ ...plain, transformedLead: true }, {}, about);
    expect(transformed?.payload).toMatchObject({ affid: "10", state_accident_occurred: "" });
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

  it.each(["survey", "ticket"])("has its certificates checked, whatever the flow (%s)", (flow) => {
    expect(checksOf(flow, certificate, "t1")).toEqual({ ...trusted, ...jornaya });
    expect(checksOf(flow, certificate, "")).toEqual(trusted);
    expect(checksOf(flow, "", "t1")).toEqual(jornaya);
    expect(checksOf(flow, "", "")).toEqual({});
  });
});

const entry = (at: number): LogEntry => ({ at, kind: "entry", body: { path: "/", query: {}, referer: "" } });
const answer = (at: number, step: string): LogEntry => ({ at, kind: "answer", body: { step, answers: {} } });
const back = (at: number, from: string): LogEntry => ({ at, kind: "back", body: { from } });
const outcome = (at: number): LogEntry => ({
  at,
  kind: "outcome",
  body: { call: "exchangeLeadData", output: null },
});

describe("time_on_steps", () => {
  it.each<[string, LogEntry[], string]>([
    ["nothing yet", [], ""],
    ["only an arrival", [entry(0)], ""],
    ["from the arrival to the first answer", [entry(1000), answer(6000, "A")], "A:5"],
    ["steps in order", [entry(0), answer(5000, "A"), answer(7000, "B")], "A:5|B:2"],
    ["whole seconds, rounded", [entry(0), answer(1499, "A"), answer(2999, "B")], "A:1|B:2"],
    [
      "visits to a step again are added, in the order of first visits",
      [entry(0), answer(1000, "A"), answer(3000, "B"), answer(7000, "A"), answer(8000, "C")],
      "A:5|B:2|C:1",
    ],
    [
      "going back counts for the step that was left",
      [entry(0), answer(1000, "A"), back(4000, "B"), answer(6000, "A"), answer(7000, "B")],
      "A:3|B:4",
    ],
    [
      "waiting for a check counts for the next step",
      [entry(0), answer(1000, "A"), outcome(4000), answer(5000, "B")],
      "A:1|B:4",
    ],
    [
      "coming back by another link does not start again",
      [entry(0), answer(1000, "A"), entry(61_000), answer(62_000, "B")],
      "A:1|B:61",
    ],
    [
      "a clock that goes back counts for nothing",
      [entry(5000), answer(1000, "A"), answer(2000, "B")],
      "A:0|B:1",
    ],
    [
      "a clock that goes back takes no millisecond away",
      [entry(0), answer(1500, "A"), answer(1000, "A"), answer(900, "A")],
      "A:2",
    ],
    [
      "a clock that goes back adds no millisecond",
      [entry(0), answer(1499, "A"), answer(1000, "A"), answer(900, "A")],
      "A:1",
    ],
  ])("%s", holds(196, 197), (_name, log, expected) => {
    expect(timeOnSteps(log)).toBe(expected);
  });
});
