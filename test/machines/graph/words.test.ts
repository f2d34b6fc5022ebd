import { expect, it } from "vitest";
import { alternativesInWords } from "../../../machines/graph/view.ts";
import { guardInWords, title, words } from "../../../machines/graph/words.ts";

it.each([
  ["BACMeasuredByTest", "BAC measured by test"],
  ["AtFaultVW3", "at fault VW3"],
  ["pathContainsSurveyV4nv", "path contains survey v4nv"],
  ["pendingDuiCharges", "pending DUI charges"],
  ["submitting: unsent", "submitting: unsent"],
  ["{hash}", "{hash}"],
])("%s reads as %s", (name, plain) => {
  expect(words(name)).toBe(plain);
});

it("a title begins with a capital letter", () => {
  expect(title("HasLawyer")).toBe("Has lawyer");
});

it.each([
  ["atFault", "at fault"],
  ["and(notInjured, not(atFault))", "not injured and not at fault"],
  ["or(and(atFault, hasLawyer), injured)", "(at fault and has lawyer) or injured"],
  ['least({"days":1,"of":"a, b"})', 'least ({"days":1,"of":"a, b"})'],
  ["not(and(a, b))", "not (a and b)"],
])("the guard %s reads as %s", (guard, plain) => {
  expect(guardInWords(guard)).toBe(plain);
});

it.each<[readonly string[][], string]>([
  [[[]], ""],
  [[["emailIsBad"]], "email is bad"],
  [[["!emailIsBad"], ["noAnswer"]], "otherwise or no answer"],
  [
    [["spanishPath"], ["overTwoYears"], ["!spanishPath|overTwoYears|hasLawyer"]],
    "Spanish path or over two years or otherwise",
  ],
  [[[], ["noAnswer"]], ""],
  [
    [
      ["uninsuredCovered", "combinedLastStep"],
      ["!uninsuredCovered", "combinedLastStep"],
    ],
    "combined last step",
  ],
  [
    [
      ["!emailIsBad", "asksDateOfBirth"],
      ["noAnswer", "asksDateOfBirth"],
    ],
    "asks date of birth",
  ],
  [[["TOGGLE_MENU"], ["RESIZE", "isWide"]], "toggle menu or resize and is wide"],
  [[["a"], ["!a"]], ""],
])("%j is said as “%s”", (alternatives, said) => {
  expect(alternativesInWords(alternatives)).toBe(said);
});
