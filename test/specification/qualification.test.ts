import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { daysAgo, type Given, monthsAgo, walkSurvey } from "./survey-walk.ts";

/** Spec 4.3 and 5.8: whether a lead qualifies, and what is put in place of answers. */

const site = siteForTests({
  TRUST_PROXY: "1",
  "company.time-zone": "UTC",
  "survey.partial-fault-states": "KY",
});

const short = "/survey/linear-short";
const zip = (zip_code: string) => ({ PhoneAndZip: { zip_code } });
const gibberish = { case_description: "qwrtpsdfg hjklzxcvb nmqwrtp sdfghjk" };

describe("the limit of a state's years", () => {
  // All 51 are in test/machines/rules.
  it.each([
    ["FL", "33101", 4],
    ["KY", "40202", 1],
    ["CA", "90210", 2],
  ] as const)(
    "%s (%s): %i years of calendar months are inside, a month more disqualifies",
    holds(175, 186, 216, 338, 406, 407, 409),
    async (state, zip_code, years) => {
      const accidentOf = (months: number) =>
        walkSurvey(site, short, { WhenWasTheAccident: monthsAgo(months), ...zip(zip_code) });
      const inside = await accidentOf(12 * years);
      const over = await accidentOf(12 * years + 1);
      expect(inside.lead.record).toMatchObject({ state, accident_limit_exceeded: 0, dq_reason: "" });
      expect(over.lead.record).toMatchObject({
        accident_limit_exceeded: 1,
        dq_reason: "date|accident_limit_exceeded",
        lead_is_qualified: "no",
      });
      expect(over.address.searchParams.get("q")).toBe("n");
    },
  );

  it("is unknown for places outside the table", holds(175), async () => {
    const { lead } = await walkSurvey(site, short, { WhenWasTheAccident: monthsAgo(119), ...zip("00901") });
    expect(lead.record.accident_limit_exceeded).toBe(0);
  });
});

describe("days since the accident", () => {
  it.each([
    [364, "yes"],
    [365, "no"],
  ])("%i days: within the last year %s", holds(176, 408), async (days, said) => {
    const { lead } = await walkSurvey(site, short, { WhenWasTheAccident: daysAgo(days) });
    expect(lead.record.accident_within_last_year).toBe(said);
    expect(lead.record.days_from_incident_date).toBe(days);
  });

  it.each([
    [730, "yes", "y"],
    [731, "no", "n"],
  ])(
    "%i days: qualified %s, without a reason that the specification does not know",
    holds(343, 344, 345, 346),
    async (days, qualified, q) => {
      const { lead, address } = await walkSurvey(site, short, {
        WhenWasTheAccident: daysAgo(days),
        ...zip("33101"),
      });
      expect(lead.record).toMatchObject({ lead_is_qualified: qualified, dq_reason: "" });
      expect(address.searchParams.get("q")).toBe(q);
      expect(address.searchParams.has("dq_reason")).toBe(false);
    },
  );

  it("neither fault nor a lack of injury or treatment disqualifies", holds(344), async () => {
    const { lead } = await walkSurvey(site, "/survey/v4g", {
      AtFault: "yes",
      AccidentResultInMedicalTreatment: "No",
    });
    expect(lead.record).toMatchObject({ lead_is_qualified: "yes", dq_reason: "" });
  });
});

describe("reasons", () => {
  it.each([
    ["yes", "have_attorney|yes"],
    ["yes_but_I_want_a_new_lawyer", "have_attorney|yes_but_I_want_a_new_lawyer"],
  ])("a lawyer, %s: %s", holds(190, 340, 341), async (option, reason) => {
    const { lead, address } = await walkSurvey(site, "/survey/e", { HasLawyer: option });
    expect(lead.record).toMatchObject({ with_Lawyer: "yes", dq_reason: reason });
    expect(address.searchParams.get("dq_reason")).toBe(reason);
    expect(lead.record).not.toHaveProperty("lawyer_redirect_reason");
  });

  it("gibberish", holds(339, 423, 424), async () => {
    const { lead, address } = await walkSurvey(site, "/survey-sl", { IncidentDescription: gibberish });
    expect(lead.record).toMatchObject({ is_gibberish: "yes", dq_reason: "is_gibberish|yes" });
    expect(address.searchParams.get("q")).toBe("n");
  });

  it("the date precedes the lawyer, and the lawyer gibberish", holds(342), async () => {
    const both = { HasLawyer: "yes", IncidentDescription: gibberish };
    const lawyer = await walkSurvey(site, "/survey-sl", both);
    expect(lawyer.lead.record.dq_reason).toBe("have_attorney|yes");
    const all = await walkSurvey(site, "/survey-sl", { ...both, WhenWasTheAccident: daysAgo(4000) });
    expect(all.lead.record.dq_reason).toBe("date|accident_limit_exceeded");
  });

  it("a DUI description clears them, its own gibberish included", holds(260), async () => {
    const { lead } = await walkSurvey(site, "/survey/dui", {
      AtFault: "yes",
      PendingDUICharges: "yes",
      DUIIncidentDescription: gibberish,
    });
    expect(lead.record).toMatchObject({ is_gibberish: "yes", dq_reason: "", lead_is_qualified: "yes" });
  });

  it("a withdrawn lawyer does not count", holds(300), async () => {
    const { lead } = await walkSurvey(site, "/survey/v4nv", {
      HasLawyer: "yes",
      ConfirmationHasLawyer: "no",
    });
    expect(lead.record).toMatchObject({ with_Lawyer: "no", dq_reason: "" });
  });
});

describe("a recent accident", () => {
  const untreated = { WasUserInjured: "No" };
  const answeredAt = (days: number, answers: Record<string, Given>) => ({
    WhenWasTheAccident: daysAgo(days),
    ...answers,
  });

  it("of 15 days means injury and treatment; raw answers stay", holds(347, 350, 352, 353), async () => {
    const { lead, steps } = await walkSurvey(site, "/survey/c", answeredAt(15, untreated));
    expect(steps).not.toContain("TypeOfMedicalTreatment");
    expect(lead.record).toMatchObject({
      physical_injury: "Yes",
      doctor_treatment: "Yes",
      raw_physical_injury: "No",
      raw_doctor_treatment: "",
    });
    expect(lead.record.derived_fields).toEqual(
      expect.arrayContaining(["physical_injury", "doctor_treatment"]),
    );
  });

  it("of 16 days changes nothing", holds(348), async () => {
    const { lead } = await walkSurvey(site, "/survey/c", answeredAt(16, untreated));
    expect(lead.record.physical_injury).toBe("No");
    expect(lead.record.derived_fields).not.toContain("physical_injury");
  });

  it.each([
    [15, "Yes"],
    [14, "No"],
  ])("in the DUI survey counts only at exactly 15 days: %i", holds(349, 350), async (days, injury) => {
    const { lead } = await walkSurvey(site, "/survey/dui", answeredAt(days, untreated));
    expect(lead.record.physical_injury).toBe(injury);
  });

  it("of somebody injured has treatment in the first week, four days on", holds(351), async () => {
    const [year, month, day] = daysAgo(6).injury_date!.split("-");
    const { lead } = await walkSurvey(site, "/survey/c", answeredAt(10, { WasUserInjured: "Yes" }));
    expect(lead.record.when_seek_medical_treatment).toBe("first_week");
    const date = String(lead.record.when_seek_medical_treatment_date);
    expect([`${year}-${month}-${day}`, `${month}/${day}/${year}`]).toContain(date);
    const yesterday = await walkSurvey(site, "/survey/c", answeredAt(1, { WasUserInjured: "Yes" }));
    expect(yesterday.lead.record.when_seek_medical_treatment_date ?? "").toBe("");
  });
});

describe("do_not_send_to_dq", () => {
  const path = "/survey/v4nv";
  it.each<[string, Record<string, Given>, string]>([
    ["nothing against it", {}, "yes"],
    ["a lawyer", { HasLawyer: "yes", ConfirmationHasLawyer: "yes", InterestedInFunding: "no" }, "no"],
    ["over the limit", { WhenWasTheAccident: daysAgo(4000) }, "no"],
    ["gibberish", { IncidentDescription: gibberish }, "no"],
    ["three words", { IncidentDescription: { case_description: "Supercalifragilistic car crash" } }, "no"],
    ["no injury", { WasUserInjured: "No" }, "no"],
    ["at fault", { AtFault: "yes" }, "no"],
    ["no treatment", { DidYouReceiveMedicalTreatment: "No" }, "no"],
  ])("%s", holds(174, 177, 453), async (_what, answers, said) => {
    const { lead } = await walkSurvey(site, path, answers);
    expect(lead.record.do_not_send_to_dq).toBe(said);
  });
});

it("a lawyer, interest, an open case and no earlier funding make a candidate", holds(454), async () => {
  const asked = {
    HasLawyer: "yes",
    ConfirmationHasLawyer: "yes",
    InterestedInFunding: "yes",
    HasCaseBeenSettled: "no",
    HasReceivedFunding: "no",
  };
  const candidate = await walkSurvey(site, "/survey/v4nv", asked);
  const funded = await walkSurvey(site, "/survey/v4nv", { ...asked, HasReceivedFunding: "yes" });
  expect([candidate, funded].map(({ lead }) => lead.record.psf_candidate)).toEqual(["yes", "no"]);
});
