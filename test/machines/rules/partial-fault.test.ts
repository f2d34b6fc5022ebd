import { expect, it } from "vitest";
import { forcePartialFault } from "../../../machines/rules/partial-fault.ts";
import { holds } from "../../support/holds.ts";

const partly = { at_Fault: "yes", partial_fault: "yes" };

it("makes partial fault no fault in a listed state", holds(354), () => {
  expect(forcePartialFault(partly, "CA", ["TX", "CA"])).toEqual([
    { field: "at_Fault", raw: "yes", value: "no", rule: "partial_fault_state" },
  ]);
});

it.each([
  ["no state is listed", partly, "CA", []],
  ["another state is listed", partly, "CA", ["TX"]],
  ["the state is unknown", partly, "", ["TX"]],
  ["fault is whole", { at_Fault: "yes" }, "CA", ["CA"]],
  ["there is no fault", { at_Fault: "no", partial_fault: "yes" }, "CA", ["CA"]],
])("changes nothing when %s", holds(354), (_, answers, state, states) => {
  expect(forcePartialFault(answers, state, states)).toEqual([]);
});

it("keeps an empty text beside it where the fault itself was not asked", () => {
  expect(forcePartialFault({ partial_fault: "yes" }, "CA", ["CA"])).toMatchObject([{ raw: "" }]);
});
