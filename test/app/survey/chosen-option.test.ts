import { expect, test } from "vitest";
import { chosenOption } from "../../../app/survey/screen/so-far.ts";

const no = { value: "no", records: { at_Fault: "no" } };
const yes = { value: "yes", records: { at_Fault: "yes" } };
const partially = { value: "partially", records: { at_Fault: "yes", partial_fault: "yes" } };
const options = [no, yes, partially];

test.each([
  [{ at_Fault: "no" }, no],
  [{ at_Fault: "yes" }, yes],
  [{ at_Fault: "yes", partial_fault: "yes" }, partially],
  [{}, undefined],
  [{ police_report: "yes" }, undefined],
])("the chosen option is found by the answers %j", (values, expected) => {
  expect(chosenOption(options, values)).toBe(expected);
  expect(chosenOption([...options].reverse(), values)).toBe(expected);
});

test("an option that records nothing is never marked", () => {
  expect(chosenOption([{ value: "skip", records: {} }], { at_Fault: "no" })).toBeUndefined();
});
