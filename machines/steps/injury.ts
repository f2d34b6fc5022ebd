import { choiceStep, reworded, yesNoStep } from "./build.ts";
import type { Option } from "./step.ts";

export const wasUserInjured = yesNoStep("WasUserInjured", "physical_injury");

const injured = (value: string): Option => ({
  value,
  records: { physical_injury: "Yes", specific_injury: value },
});

/**
 * The question as v4nv and its relatives ask it: which injury, or none. One press is one answer, and charts and buyers
 * decide by one injury: the others belong in the description, which every such survey asks for later.
 */
export const whichInjury = reworded(
  choiceStep("WasUserInjured", [
    // The first six are the serious ones of spec 4.1, by the names given there.
    injured("Back or Neck Pain"),
    injured("Broken Bones"),
    injured("Whiplash"),
    injured("Head Injury"),
    injured("Spinal Cord Injury"),
    injured("Loss of Limb"),
    injured("Cuts or Bruises"),
    injured("Other"),
    { value: "No", records: { physical_injury: "No" }, look: "link" },
  ]),
  "whichInjury",
);

export const describeInjuries = reworded(whichInjury, "DescribeInjuries");
