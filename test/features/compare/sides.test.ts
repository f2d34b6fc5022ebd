import { expect, it } from "vitest";
import { nameOf, problemOf, sideIn } from "../../../app/features/compare/compared.ts";

const codes = ["c", "v4nv"];

it.each([
  ["c", "", ""],
  ["x", "", "There is no such chart."],
  // An earlier revision may have charts that are gone.
  ["x", "HEAD~3", ""],
  ["v4nv-es", "v1.2/main", ""],
  ["c", "--output=x", "There is no such revision."],
  ["c", "HEAD; id", "There is no such revision."],
  ["--help", "HEAD", "There is no such revision."],
  ["--help", "--help", "There is no such revision."],
])("the page says of %j at %j: %j", (code, revision, problem) => {
  expect(problemOf({ code, revision }, codes)).toBe(problem);
});

it("each side is read from the address by its own name", () => {
  const query = new URLSearchParams("before=v4nv&before.at=HEAD&after.at=");
  const [before, after] = [sideIn(query, "before", "c"), sideIn(query, "after", "c")];
  expect([nameOf(before), nameOf(after)]).toEqual(["v4nv@HEAD", "c"]);
});
