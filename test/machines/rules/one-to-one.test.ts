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

  it(
    "of default buyers says that nobody was selected, and that others are named instead",
    holds(506, 513),
    () => {
      expect(oneToOneFields(defaultBuyers(nobodySelected, [north]))).toMatchObject({
        "1_to_1_consent": "yes",
        "1_to_1_result": "default",
        "1_to_1_timeout": "no",
        "1_to_1_dq": "yes",
        selected_buyers: [11, 12],
        selected_buyers_number: 1,
        selected_buyers_changed: "yes",
        all_possible_buyer_ids: [8674, 21],
        all_possible_buyers_number: 2,
      });
    },
  );

  it("of a service that gave no answer has empty lists", holds(504), () => {
    expect(oneToOneFields(noAnswer)).toEqual({ ...nobodyNamed, "1_to_1_timeout": "yes" });
    expect(oneToOneFields(defaultBuyers(noAnswer, [north]))).toMatchObject({
      "1_to_1_timeout": "yes",
      "1_to_1_result": "default",
      all_possible_buyer_ids: [],
      all_possible_buyers_number: 0,
    });
  });

  it(
    "of nobody to ask, and of a failed attempt, names nobody and tells of no timeout",
    holds(505, 506),
    () => {
      expect(oneToOneFields(noBuyers)).toEqual(nobodyNamed);
      expect(oneToOneFields(defaultBuyers(noBuyers, []))).toEqual(nobodyNamed);
      expect(oneToOneFields(fixedBuyers([]))).toEqual(nobodyNamed);
    },
  );

  it("of nobody selected still has all possible ones", holds(506), () => {
    expect(oneToOneFields(nobodySelected)).toMatchObject({
      "1_to_1_consent": "no",
      "1_to_1_result": "none",
      "1_to_1_dq": "yes",
      all_possible_buyer_names: ["South Law"],
      all_possible_buyer_ids: [8674, 21],
    });
  });

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
    expect(oneToOneFields(selectedBuyers([first], [first]))).toMatchObject({
      all_possible_buyer_ids: [8674],
      all_possible_buyer_names: ["First"],
      all_possible_buyers_number: 1,
    });
  });
});

const nobodyNamed = {
  "1_to_1_consent": "no",
  "1_to_1_result": "none",
  "1_to_1_timeout": "no",
  "1_to_1_dq": "yes",
  selected_buyers: [],
  selected_buyer_names: [],
  displayed_buyers: [],
  selected_buyers_number: 0,
  selected_buyers_changed: "no",
  all_possible_buyer_names: [],
  all_possible_buyer_ids: [],
  all_possible_buyers_number: 0,
};
