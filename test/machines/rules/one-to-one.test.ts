import { describe, expect, it } from "vitest";
import {
  type Buyer,
  defaultBuyers,
  fixedBuyers,
  noAnswer,
  noBuyers,
  oneToOneFields,
  selectedBuyers,
} from "../../../machines/rules/one-to-one.ts";
import { holds } from "../../support/holds.ts";
import { nobodyNamed } from "../../support/lead-facts.ts";

const north: Buyer = { name: "North & Sons, LLP", ids: [11, 12] };
const south: Buyer = { name: "South Law", ids: [21] };
const nobodySelected = selectedBuyers([], [south]);

describe("the record", () => {
  it("of selected buyers names them, with 8674 in front of all possible ones", holds(200, 513), () => {
    expect(oneToOneFields(selectedBuyers([north], [north, south]))).toEqual({
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

  it.each([
    ["nobody to ask", noBuyers, {}],
    ["a failed attempt", defaultBuyers(noBuyers, []), {}],
    ["fixed buyers who are nobody", fixedBuyers([]), {}],
    ["a service that gave no answer", noAnswer, { "1_to_1_timeout": "yes" }],
    [
      "nobody selected",
      nobodySelected,
      {
        all_possible_buyer_names: ["South Law"],
        all_possible_buyer_ids: [8674, 21],
        all_possible_buyers_number: 2,
      },
    ],
  ])("of %s names nobody", holds(504, 505, 506), (_, outcome, more) => {
    expect(oneToOneFields(outcome)).toEqual({ ...nobodyNamed, ...more });
  });

  const instead = {
    "1_to_1_consent": "yes",
    "1_to_1_result": "default",
    "1_to_1_dq": "yes",
    selected_buyers: [11, 12],
    selected_buyers_number: 1,
    selected_buyers_changed: "yes",
  };
  it.each([
    ["nobody was selected", nobodySelected, { "1_to_1_timeout": "no", all_possible_buyer_ids: [8674, 21] }],
    ["no answer came", noAnswer, { "1_to_1_timeout": "yes", all_possible_buyer_ids: [] }],
  ])(
    "of default buyers says that %s, and that others are named instead",
    holds(504, 506, 513),
    (_, outcome, more) => {
      expect(oneToOneFields(defaultBuyers(outcome, [north]))).toMatchObject({ ...instead, ...more });
    },
  );

  it("of fixed buyers holds them alone", holds(511), () => {
    expect(oneToOneFields(fixedBuyers([north, south]))).toMatchObject({
      "1_to_1_result": "fixed",
      "1_to_1_dq": "no",
      selected_buyers: [11, 12, 21],
      selected_buyers_changed: "no",
      all_possible_buyer_ids: [11, 12, 21],
      all_possible_buyers_number: 2,
    });
  });

  it("does not hold 8674 twice", holds(513), () => {
    const first = { name: "First", ids: [8674] };
    expect(selectedBuyers([first], [first]).possible).toEqual([first]);
  });
});
