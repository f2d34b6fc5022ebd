import { describe, expect, it } from "vitest";
import {
  type Buyer,
  chooseBuyers,
  defaultBuyers,
  fixedBuyers,
  noBuyers,
  oneToOneFields,
} from "../../machines/rules/one-to-one.ts";
import { holds } from "../support/holds.ts";

const north: Buyer = { name: "North & Sons, LLP", ids: [11, 12] };
const south: Buyer = { name: "South Law", ids: [21] };
const answer = { selected: [north], possible: [north, south] };
const nobody = { selected: [], possible: [south] };

describe("what becomes of the service's answer", () => {
  it.each([
    ["somebody", answer, "CA", { selected: [north], consent: "yes", dq: "no", timeout: "no" }],
    ["somebody, where nobody stands in", answer, "TX", { selected: [north], consent: "yes", dq: "no" }],
    ["nobody", nobody, "CA", { selected: defaultBuyers, consent: "yes", dq: "yes", timeout: "no" }],
    ["nobody, state unknown", nobody, "", { selected: defaultBuyers, consent: "yes", dq: "yes" }],
    ["nobody, where nobody stands in", nobody, "TX", { selected: [], consent: "no", dq: "yes" }],
    ["no answer", null, "CA", { selected: defaultBuyers, possible: [], timeout: "yes", dq: "yes" }],
    ["no answer, where nobody stands in", null, "TX", { selected: [], timeout: "yes", consent: "no" }],
  ] as const)("%s", holds(504, 506), (_name, given, state, expected) => {
    const states = ["TX"];
    expect(chooseBuyers(given as typeof answer | null, state, states)).toMatchObject(expected);
  });

  it("every buyer who stands in has a name to show, each another", () => {
    const names = defaultBuyers.map(({ name }) => name.trim());
    expect(names.every(Boolean)).toBe(true);
    expect(new Set(names).size).toBe(defaultBuyers.length);
  });

  it("a variant's own buyers are both selected and all there is", () => {
    expect(fixedBuyers([north])).toEqual({
      selected: [north],
      possible: [north],
      timeout: "no",
      consent: "yes",
      dq: "no",
    });
    expect(fixedBuyers([])).toMatchObject({ consent: "no", dq: "yes" });
  });
});

describe("the record", () => {
  it("of selected buyers names them, with 8674 in front of all possible ones", holds(200, 513), () => {
    expect(oneToOneFields(chooseBuyers(answer, "CA", []), { areFixed: false })).toEqual({
      "1_to_1_consent": "yes",
      "1_to_1_result": "selected",
      "1_to_1_timeout": "no",
      "1_to_1_dq": "no",
      selected_buyers: [11, 12],
      selected_buyer_names: ["North & Sons, LLP"],
      displayed_buyers: ["North & Sons, LLP"],
      selected_buyers_number: 1,
      selected_buyers_changed: "no",
      all_possible_buyer_names: ["North & Sons, LLP", "South Law"],
      all_possible_buyer_ids: [8674, 11, 12, 21],
      all_possible_buyers_number: 3,
    });
  });

  it("of a single buyer who stands in says that the selection was changed", () => {
    const alone = { ...chooseBuyers(nobody, "CA", []), selected: [north] };
    expect(oneToOneFields(alone, { areFixed: false })).toMatchObject({
      "1_to_1_result": "default",
      selected_buyers_changed: "yes",
    });
  });

  it("of default buyers says so", holds(513), () => {
    expect(oneToOneFields(chooseBuyers(null, "CA", []), { areFixed: false })).toMatchObject({
      "1_to_1_result": "default",
      "1_to_1_timeout": "yes",
      "1_to_1_dq": "yes",
      selected_buyers: [40747, 40745],
      selected_buyers_number: 2,
      selected_buyers_changed: "yes",
      all_possible_buyer_ids: [8674],
      all_possible_buyers_number: 1,
    });
  });

  it("of a failed attempt names nobody", () => {
    expect(oneToOneFields(noBuyers, { areFixed: false })).toMatchObject({
      "1_to_1_consent": "no",
      "1_to_1_result": "none",
      "1_to_1_timeout": "no",
      "1_to_1_dq": "yes",
      selected_buyers: [],
      displayed_buyers: [],
      selected_buyers_changed: "no",
    });
  });

  it("of fixed buyers holds them alone", () => {
    expect(oneToOneFields(fixedBuyers([north, south]), { areFixed: true })).toMatchObject({
      "1_to_1_result": "fixed",
      all_possible_buyer_ids: [11, 12, 21],
      all_possible_buyers_number: 2,
    });
  });

  it("does not hold 8674 twice", () => {
    const first = { name: "First", ids: [8674] };
    const outcome = chooseBuyers({ selected: [first], possible: [first] }, "CA", []);
    expect(oneToOneFields(outcome, { areFixed: false }).all_possible_buyer_ids).toEqual([8674]);
  });
});

it("the default buyers have names to be shown, and one alone stands in as two do", () => {
  expect(defaultBuyers.map(({ name }) => name)).toEqual(["Partner Law Firm One", "Partner Law Firm Two"]);
  const outcome = { ...chooseBuyers(null, "CA", []), selected: defaultBuyers.slice(0, 1) };
  expect(oneToOneFields(outcome, { areFixed: false })).toMatchObject({ selected_buyers_changed: "yes" });
});
