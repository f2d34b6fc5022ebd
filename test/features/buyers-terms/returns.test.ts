import { describe, expect, it } from "vitest";
import { claimOn, grounds } from "../../../services/features/books/claims.ts";
import { buyersInForce, reasonsOf } from "../../../services/features/buyers-terms/buyers.ts";
import { type ReturnReason, returnReasons } from "../../../services/store/rows.ts";
import { settingsWith } from "../../support/files.ts";

const { destinations } = settingsWith(`
destinations:
  north:
    kind: json
    url: https://north.example
    only: { states: [CA], accident-days: { at-most: 180 }, with_Lawyer: no }
  south: { kind: json, url: https://south.example }
order: [north, south]
`);
const [north, south] = destinations;

/** Of each reason, an answer of a lead that denies it and one that confirms it; '' where nothing of it does. */
const said: Record<ReturnReason, [denies: object | "", confirms: object | ""]> = {
  has_lawyer: [{ with_Lawyer: "no" }, { with_Lawyer: "yes" }],
  at_fault: [
    { at_Fault: "yes", raw_at_Fault: "no" },
    { at_Fault: "no", raw_at_Fault: "yes" },
  ],
  no_injury: [{ physical_injury: "Yes" }, { physical_injury: "Yes", raw_physical_injury: "No" }],
  no_treatment: [{ doctor_treatment: "Yes" }, { doctor_treatment: "Yes", raw_doctor_treatment: "No" }],
  too_old: [{ days_from_incident_date: 180 }, { days_from_incident_date: 181 }],
  out_of_state: [{ state: "CA" }, { state: "NV" }],
  duplicate: ["", ""],
  wrong_number: [{ sms_verified: "yes" }, ""],
  not_reached: ["", ""],
  not_interested: ["", ""],
  other: ["", ""],
};
const claim = (reason: ReturnReason, record: object, buyer = north, sightings: number[] = []) =>
  claimOn(
    { buyer: "north", reason },
    {
      lead: { record: record as Record<string, string>, erasedAt: null },
      sightings: sightings.map((nth) => ({ destination: "north", kind: "phone", nth })),
      buyer,
    },
  )?.verdict;

describe.each(returnReasons)("a return because of %s", (reason) => {
  const [denies, confirms] = said[reason];

  it("is judged by conditions, by what the buyer had before, or by nobody of us", () => {
    const ground = grounds[reason];
    if (typeof ground === "string") expect(["repeats", "cannot be judged by us"]).toContain(ground);
    else expect(ground.fields.length).toBeGreaterThan(0);
  });

  it("is denied and confirmed by the lead's own answers, and by nothing where they do not say", () => {
    if (denies !== "") expect(claim(reason, denies)).toBe("denied");
    if (confirms !== "") expect(claim(reason, confirms)).toBe("confirmed");
    expect(claim(reason, {})).toBe(grounds[reason] === "cannot be judged by us" ? "not ours" : "open");
  });
});

it("a duplicate is denied by a first lead of its number, and confirmed by a second", () => {
  expect(claim("duplicate", {}, north, [1])).toBe("denied");
  expect(claim("duplicate", {}, north, [1, 2])).toBe("confirmed");
});

it("a buyer whose terms name no state and no age has nothing by which they could be wrong", () => {
  expect(claim("out_of_state", { state: "NV" }, south)).toBe("open");
  expect(claim("too_old", { days_from_incident_date: 900 }, south)).toBe("open");
  const [, its] = buyersInForce({ destinations }, new Map());
  expect(reasonsOf(its!).find(({ reason }) => reason === "too_old")?.judged).toBe(
    "its terms have no condition on it",
  );
});

it("an erased lead says nothing", () => {
  const lead = { record: { with_Lawyer: "no" }, erasedAt: 1 };
  expect(claimOn({ buyer: "north", reason: "has_lawyer" }, { lead, sightings: [], buyer: north })).toBe(
    undefined,
  );
});
