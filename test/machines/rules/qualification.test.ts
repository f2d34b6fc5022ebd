import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshContext } from "../../../machines/context/context.ts";
import { disqualification } from "../../../machines/context/disqualification.ts";
import { lpS2 } from "../../../machines/lead/tracking-fields.ts";
import { variants } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import {
  compensationEstimate,
  compensationTier,
  compensationTiers,
  meterState,
} from "../../../machines/rules/compensation.ts";
import { estimateByTable } from "../../../machines/rules/compensation-table.ts";
import { accidentAge, dateAfter, formatIso, isWithin } from "../../../machines/rules/dates.ts";
import {
  forceEarlyTreatment,
  type TreatmentAnswers,
  type TreatmentWindow,
} from "../../../machines/rules/forced-answers.ts";
import { mayStillTreat } from "../../../machines/rules/injury-window.ts";
import { yearsAllowed } from "../../../machines/rules/limitation-years.ts";
import {
  accidentLimitExceeded,
  doNotSendToDq,
  dqReason,
  enoughWords,
  isPsfCandidate,
  leadIsQualified,
} from "../../../machines/rules/qualification.ts";
import { statutes } from "../../../machines/rules/statutes.ts";
import { whichInjury } from "../../../machines/steps/injury.ts";
import { typeOfMedicalTreatment } from "../../../machines/steps/treatment.ts";
import { inputFor } from "../../../machines/visit/open-visit.ts";
import { holds } from "../../support/holds.ts";
import { noon, today } from "../../support/lead-facts.ts";

describe("the compensation meter", () => {
  it.each([
    [0, 1, "Low Value"],
    [5_000, 1, "Low Value"],
    [5_000.5, 2, "Low to Mid Value"],
    [5_001, 2, "Low to Mid Value"],
    [7_000, 2, "Low to Mid Value"],
    [7_001, 3, "Mid Value"],
    [12_500, 3, "Mid Value"],
    [12_501, 4, "Mid to High Value"],
    [25_000, 4, "Mid to High Value"],
    [25_001, 5, "High Value"],
    [50_000, 5, "High Value"],
    [50_001, 6, "Very High Value"],
    [100_000, 6, "Very High Value"],
    [100_001, 7, "Extremely High Value"],
    [250_000, 7, "Extremely High Value"],
    [250_001, 7, "Extremely High Value"],
  ])("%d dollars are of the meter's level %i, %s", holds(373), (amount, level, label) => {
    expect(compensationTier(amount)).toMatchObject({ level, label });
  });

  it.each([
    [5_000, 2, 10_000],
    [250_000, 1, 250_000],
    [250_000.01, 1, 249_500],
    [250_001, 1, 249_500],
    [125_000, 2, 250_000],
    [125_001, 2, 249_500],
    [5_000, 0, 0],
  ])("the estimate of %d by %d is %d", holds(374, 375), (amount, factor, expected) => {
    expect(compensationEstimate(amount, factor)).toBe(expected);
  });

  describe("the meter", () => {
    it.each([
      [0, 0, 0],
      [1, 60.71 / 5_000, 100 / 35_000],
      [5_000, 60.71, 100 / 7],
      [6_000, 1.5 * 60.71, 150 / 7],
      [7_000, 2 * 60.71, 200 / 7],
      [250_000, 7 * 60.71, 100],
    ])("at %d dollars has bars of %d px and %d percent", holds(221, 508), (amount, vertical, horizontal) => {
      const state = meterState({ level: compensationTier(amount).level, amount });
      expect(state.amount).toBe(amount);
      expect(state.vertical).toBeCloseTo(vertical, 6);
      expect(state.horizontal).toBeCloseTo(horizontal, 6);
    });

    it("starts at 5000 dollars, and takes a level without an amount by its ceiling", holds(221), () => {
      expect(meterState()).toMatchObject({ amount: 5_000, tier: { level: 1 } });
      expect(compensationTiers.map(({ level }) => meterState({ level }).amount)).toEqual([
        5_000, 7_000, 12_500, 25_000, 50_000, 100_000, 250_000,
      ]);
    });
  });

  it("more money never gives a lower level of the meter, nor a shorter bar", () => {
    const dollars = fc.double({ min: 0, max: 250_000, noNaN: true });
    const at = (amount: number) => meterState({ level: compensationTier(amount).level, amount });
    fc.assert(
      fc.property(dollars, dollars, (one, other) => {
        const [less, more] = one < other ? [at(one), at(other)] : [at(other), at(one)];
        expect(less.tier.level).toBeLessThanOrEqual(more.tier.level);
        expect(less.vertical).toBeLessThanOrEqual(more.vertical);
        expect(less.horizontal).toBeLessThanOrEqual(more.horizontal);
      }),
    );
  });
});

const hurt = { physical_injury: "Yes" };
const amount = (answers: Answers) => estimateByTable(answers).amount!;

describe("the table of compensation", () => {
  it.each<[Answers, number, number]>([
    [{}, 5_000, 1],
    [{ physical_injury: "No" }, 2_000, 1],
    [{ at_Fault: "yes" }, 1_250, 1],
    [{ at_Fault: "no" }, 5_000, 1],
    [hurt, 8_000, 3],
    [{ ...hurt, doctor_treatment: "No", injury_type: "None" }, 4_000, 1],
    [{ ...hurt, doctor_treatment: "Yes", injury_type: "Hospital" }, 16_000, 4],
    [{ ...hurt, doctor_treatment: "Yes" }, 12_000, 3],
    [{ ...hurt, specific_injury: "Cuts or Bruises", doctor_treatment: "Yes" }, 6_000, 2],
    [{ ...hurt, specific_injury: "Whiplash", missed_work: "yes" }, 12_500, 3],
    [{ ...hurt, specific_injury: "Head Injury", doctor_treatment: "Yes" }, 75_000, 6],
    [{ ...hurt, specific_injury: "Spinal Cord Injury", at_Fault: "yes", partial_fault: "yes" }, 75_000, 6],
    [{ ...hurt, specific_injury: "Spinal Cord Injury", at_Fault: "yes" }, 37_500, 5],
    [{ ...hurt, specific_injury: "Loss of Limb" }, 200_000, 7],
    [{ ...hurt, specific_injury: "Loss of Limb", doctor_treatment: "Yes" }, 249_500, 7],
  ])("a case of %j is worth %d dollars, level %d", holds(373, 374, 375), (answers, dollars, level) => {
    expect(estimateByTable(answers)).toEqual({ amount: dollars, level });
  });

  describe("of otherwise equal claims", () => {
    const options = ({ options = [] }: typeof whichInjury) => options.map(({ records }) => records);
    const injuries = options(whichInjury);
    const treatments = options(typeOfMedicalTreatment);

    it("every injury is worth more than none, and so is any treatment", () => {
      const none = injuries.find(({ physical_injury }) => physical_injury === "No")!;
      for (const injury of injuries.filter((each) => each !== none))
        expect(amount(injury)).toBeGreaterThan(amount(none));
      const untreated = treatments.find(({ doctor_treatment }) => doctor_treatment === "No")!;
      for (const treatment of treatments.filter((each) => each !== untreated))
        expect(amount({ ...hurt, ...treatment })).toBeGreaterThan(amount({ ...hurt, ...untreated }));
    });

    it("more fault of the visitor's makes it worth less", () => {
      const [no, partly, yes] = [{}, { partial_fault: "yes" }, { partial_fault: "no" }].map((fault, index) =>
        amount({ ...hurt, at_Fault: index === 0 ? "no" : "yes", ...fault }),
      );
      expect(no).toBeGreaterThan(partly!);
      expect(partly).toBeGreaterThan(yes!);
    });

    it("each is given in whole dollars", () => {
      for (const injury of injuries)
        for (const treatment of treatments)
          for (const at_Fault of ["yes", "no"])
            expect(Number.isInteger(amount({ ...injury, ...treatment, at_Fault }))).toBe(true);
    });
  });
});

const newLawyer = "have_attorney|yes_but_I_want_a_new_lawyer";
const lawyer = { with_Lawyer: "yes", lawyer_redirect_reason: newLawyer };
const allAsked = {
  with_Lawyer: "no",
  is_gibberish: "no",
  enough_words: "yes",
  physical_injury: "Yes",
  at_Fault: "no",
  doctor_treatment: "Yes",
} as const;

describe("accident_limit_exceeded", () => {
  it.each(statutes.map(({ code, years }) => [code, years] as const))(
    "in %s begins after %i years",
    holds(175, 406, 407),
    (code, years) => {
      expect(accidentLimitExceeded(12 * years, code)).toBe(0);
      expect(accidentLimitExceeded(12 * years + 1, code)).toBe(1);
    },
  );

  it.each([
    [999, "PR"],
    [999, ""],
    [undefined, "TN"],
  ])("is 0 for %s months in %j", holds(175), (months, state) => {
    expect(accidentLimitExceeded(months, state)).toBe(0);
  });
});

describe("the words of a description", () => {
  it.each([
    ["", "no"],
    ["one two three", "no"],
    ["one two three four", "yes"],
    ["  one\n two\t\u00a0three  four ", "yes"],
    ["one  two   three ", "no"],
  ])("enough_words of %j is %s", holds(174), (text, expected) => {
    expect(enoughWords(text)).toBe(expected);
  });
});

describe("qualification", () => {
  it.each([
    ["", {}],
    ["is_gibberish|yes", { is_gibberish: "yes" }],
    [newLawyer, lawyer],
    ["have_attorney|yes", { with_Lawyer: "YES" }],
    [newLawyer, { ...lawyer, is_gibberish: "yes" }],
    ["date|accident_limit_exceeded", { ...lawyer, accident_limit_exceeded: 1, is_gibberish: "yes" }],
    ["", { lawyer_redirect_reason: "have_attorney|yes" }],
    ["", { ...lawyer, cleared: true }],
    ["", { is_gibberish: "yes", cleared: true }],
    ["date|accident_limit_exceeded", { accident_limit_exceeded: 1, cleared: true }],
    ["is_gibberish|yes", { is_gibberish: "yes", cleared: false }],
  ] as const)("dq_reason is %j with %j", holds(342), (expected, more) => {
    const clean = { with_Lawyer: "no", accident_limit_exceeded: 0, is_gibberish: "no" } as const;
    expect(dqReason({ ...clean, ...more })).toBe(expected);
  });

  it.each([
    ["", 730, "yes"],
    ["", 731, "no"],
    ["", 0, "yes"],
    ["is_gibberish|yes", 3, "no"],
    ["", undefined, "no"],
  ])("lead_is_qualified with reason %j at %s days is %s", holds(343), (reason, days, expected) => {
    expect(leadIsQualified(reason, days)).toBe(expected);
  });

  it.each([
    [{ injury_year: "2022", injury_month: "12", injury_day: "15" }, {}, "no"],
    [{ injury_year: "2022", injury_month: "12", injury_day: "15" }, { qualifiedDays: 1095 }, "yes"],
    [{ accident_date_button: "Within 2 Years" }, { qualifiedDays: 1095 }, "yes"],
    [{ accident_date_button: "Within 2 Years" }, { qualifiedDays: 100 }, "no"],
    // More than two years is any number of them.
    [{ accident_date_button: "Over 2 Years" }, { qualifiedDays: 1095 }, "no"],
  ] as const)(
    "a lead with %j in a survey with the limits %j is qualified: %s",
    (answers, limits, expected) => {
      const entry = { path: "/survey/c", variant: { ...variants.get("c")!, limits }, defaults: {} };
      const input = inputFor(entry, {
        arrival: { path: entry.path, query: {}, referer: "" },
        startedAt: noon,
      });
      const context = { ...freshContext(input), answers };
      expect(disqualification(context, today).lead_is_qualified).toBe(expected);
    },
  );

  it("an accident of more than two years ago is within no window of days or months", () => {
    const age = accidentAge({ accident_date_button: "Over 2 Years" }, today);
    expect([isWithin(age, { days: 9_999 }), isWithin(age, { months: 999 })]).toEqual([false, false]);
    const longAgo = { accident_date_button: "Over 2 Years", doctor_treatment: "No" };
    expect(mayStillTreat(longAgo, today, 9_999)).toBe(false);
  });

  it.each([
    [{}, "yes"],
    [allAsked, "yes"],
    [{ with_Lawyer: "yes" }, "no"],
    [{ accident_limit_exceeded: 1 }, "no"],
    [{ is_gibberish: "yes" }, "no"],
    [{ enough_words: "no" }, "no"],
    [{ physical_injury: "No" }, "no"],
    [{ at_Fault: "yes" }, "no"],
    [{ doctor_treatment: "No" }, "no"],
  ] as const)(
    "do_not_send_to_dq with %j is %s, and not so in the other reading",
    holds(453),
    (more, expected) => {
      const facts = { accident_limit_exceeded: 0, ...more } as const;
      expect(doNotSendToDq(facts)).toBe(expected);
      expect(doNotSendToDq(facts, { yesMeans: "disqualified" })).not.toBe(expected);
    },
  );
});

describe("a candidate for funding", () => {
  it.each([
    [{}, true],
    [{ settled_case: "no", prior_funding: "no" }, true],
    [{ with_Lawyer: "no" }, false],
    [{ interested_in_psf: "no" }, false],
    [{ settled_case: "yes" }, false],
    [{ prior_funding: "yes" }, false],
  ])("a lead with %j is a candidate for funding: %s", holds(454), (more, expected) => {
    expect(isPsfCandidate({ with_Lawyer: "yes", interested_in_psf: "yes", ...more })).toBe(expected);
  });
});

describe("the statutes of limitation", () => {
  it("the statutes cover the 50 states and DC once each, with 1 to 6 years", holds(214, 215), () => {
    expect(statutes).toHaveLength(51);
    expect(new Set(statutes.map((statute) => statute.code)).size).toBe(51);
    expect(new Set(statutes.map((statute) => statute.name)).size).toBe(51);
    for (const { code, years } of statutes) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect([1, 2, 3, 4, 5, 6]).toContain(years);
    }
  });

  it("the statutes have the specification's seven values", holds(216, 217, 218, 219), () => {
    const given = statutes.filter((statute) => statute.source === "specification");
    const years = given.map(({ code, years }) => `${code} ${years}`);
    expect(years.join()).toBe("FL 4,KY 1,LA 1,ME 6,MO 5,ND 6,TN 1");
  });

  it("the statutes have the decided number of states per number of years", holds(220), () => {
    const assumed = statutes.filter((statute) => statute.source === "assumed");
    const count = (years: number) => assumed.filter((statute) => statute.years === years).length;
    expect([2, 3, 4, 6].map(count)).toEqual([22, 18, 3, 1]);
  });

  it.each([
    ["CA", 2],
    ["ca", 2],
    ["DC", 3],
    ["PR", undefined],
    ["", undefined],
    ["constructor", undefined],
  ])("the statute of %s allows %s years", (state, years) => {
    expect(yearsAllowed(state)).toBe(years);
  });
});

const uninjured = { physical_injury: "No", doctor_treatment: "No" };
const injured = { physical_injury: "Yes", doctor_treatment: "No" };

const force = (
  days: number,
  answers: TreatmentAnswers,
  { mode = "within" as TreatmentWindow, on = true, exact = true } = {},
) =>
  forceEarlyTreatment({
    answers,
    age: { days, months: 0, date: exact ? dateAfter(today, -days) : null },
    today,
    mode,
    on,
  });

describe("early treatment", () => {
  it.each<[number, TreatmentWindow, boolean]>([
    [14, "within", true],
    [15, "within", true],
    [16, "within", false],
    [14, "exactly", false],
    [15, "exactly", true],
    [16, "exactly", false],
  ])("early treatment at %i days in mode %s is forced: %s", holds(347), (days, mode, forced) => {
    expect(force(days, uninjured, { mode }).length > 0).toBe(forced);
  });

  it("forced early treatment can be switched off, and requires a known age", () => {
    expect(force(10, uninjured, { on: false })).toEqual([]);
    expect(
      forceEarlyTreatment({ answers: uninjured, age: undefined, today, mode: "within", on: true }),
    ).toEqual([]);
  });

  const early = (field: string, raw: string, value: string) => ({
    field,
    raw,
    value,
    rule: "early_treatment",
  });
  const yes = (field: string, raw: string) => early(field, raw, "Yes");
  const dated = (raw: string, date: string) => [
    early("when_seek_medical_treatment", raw, "first_week"),
    early("when_seek_medical_treatment_date", "", date),
  ];
  const treatmentNo = yes("doctor_treatment", "No");

  it.each<[string, ReturnType<typeof force>, object[]]>([
    ["injury and treatment", force(10, uninjured), [yes("physical_injury", "No"), treatmentNo]],
    [
      "what was not asked, from nothing",
      force(10, {}),
      [yes("physical_injury", ""), yes("doctor_treatment", "")],
    ],
    [
      "a first week, four days on, of the injured",
      force(10, injured),
      [treatmentNo, ...dated("", "2025-06-09")],
    ],
    [
      "when the visitor was treated",
      force(10, { ...injured, when_seek_medical_treatment: "second_week" }),
      [treatmentNo, ...dated("second_week", "2025-06-09")],
    ],
    [
      "a date by the day that a button stands for",
      force(7, injured, { exact: false }),
      [treatmentNo, ...dated("", "2025-06-12")],
    ],
    ["a date that is today", force(4, injured), [treatmentNo, ...dated("", "2025-06-15")]],
    ["no date that has not come", force(3, injured), [treatmentNo]],
    [
      "nothing that was so already",
      force(10, { physical_injury: "yes", doctor_treatment: "Yes" }),
      dated("", "2025-06-09"),
    ],
  ])("early treatment forces %s", holds(351), (_, changes, expected) => {
    expect(changes).toEqual(expected);
  });

  it("early treatment never records a future date", holds(351), () => {
    fc.assert(
      fc.property(fc.nat(20), fc.boolean(), (days, exact) => {
        const date = force(days, injured, { exact }).find(
          (change) => change.field === "when_seek_medical_treatment_date",
        );
        expect((date?.value ?? "") <= formatIso(today)).toBe(true);
      }),
    );
  });
});

describe("lp_s2", () => {
  it.each([
    [0, "google"],
    [0.7499, "google"],
    [0.75, "facebook"],
    [0.9999, "facebook"],
  ])("the random number %d makes lp_s2 %s", holds(184), (random, expected) => {
    expect(lpS2(random)).toBe(expected);
  });

  it("lp_s2 splits 20 equal slots 15 to 5", holds(185), () => {
    const slots = Array.from({ length: 20 }, (_, slot) => lpS2(slot / 20));
    expect(slots.filter((each) => each === "google")).toHaveLength(15);
  });
});
