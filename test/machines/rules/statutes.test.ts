import { expect, it } from "vitest";
import { yearsAllowed } from "../../../machines/rules/limitation-years.ts";
import { statutes } from "../../../machines/rules/statutes.ts";
import { holds } from "../../support/holds.ts";

it("holds the 50 states and DC once each, with 1 to 6 years", holds(214, 215), () => {
  expect(statutes).toHaveLength(51);
  expect(new Set(statutes.map((statute) => statute.code)).size).toBe(51);
  expect(new Set(statutes.map((statute) => statute.name)).size).toBe(51);
  for (const { code, years } of statutes) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect([1, 2, 3, 4, 5, 6]).toContain(years);
  }
});

it("names the states as they are called", () => {
  const names =
    "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,Florida,Georgia," +
    "Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota," +
    "Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina," +
    "North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah," +
    "Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming";
  expect(statutes.map(({ name }) => name).sort()).toEqual(names.split(","));
});

it("keeps the seven given values as given", holds(216, 217, 218, 219), () => {
  const given = statutes.filter((statute) => statute.source === "specification");
  const years = given.map(({ code, years }) => `${code} ${years}`);
  expect(years.join()).toBe("FL 4,KY 1,LA 1,ME 6,MO 5,ND 6,TN 1");
});

it("counts as many states per number of years as were decided", holds(220), () => {
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
])("allows %s %s years", (state, years) => {
  expect(yearsAllowed(state)).toBe(years);
});
