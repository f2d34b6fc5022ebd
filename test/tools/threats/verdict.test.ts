import { expect, it } from "vitest";
import type { Threat } from "../../../tools/threats/threat.ts";
import { namePattern, type Ran, verdictOn } from "../../../tools/threats/verdict.ts";

const row = (...titles: string[]): Threat => ({
  ...{ number: 5, threat: "", expected: "" },
  proofs: [["test/a.test.ts", ...titles]],
});
const ran = (path: string, status = "passed", file = "test/a.test.ts"): Ran => ({
  file,
  path: path.split(" › "),
  status,
});
const judged = (titles: string[], ...tests: Ran[]) => verdictOn(row(...titles), tests);

it("a row holds when every test of its titles passed, filled in as they are", () => {
  const tests = [
    ran("on SQLite › a lead"),
    ran("on PostgreSQL › a lead"),
    ran("on SQLite › other", "failed"),
  ];
  expect(judged(["a lead"], ...tests)).toMatchObject({ verdict: "holds", passed: 2, reasons: [] });
  expect(judged(["on $name › a lead"], ...tests)).toMatchObject({ verdict: "holds", passed: 2 });
  expect(judged(["a %s"], ran("a b (c)"))).toMatchObject({ verdict: "holds", passed: 1 });
});

it("a describe stands for its tests, a title for no longer one", () => {
  expect(judged(["limits"], ran("limits › one"), ran("limits › two", "failed"))).toMatchObject({
    verdict: "FAILS",
    passed: 1,
    reasons: ["failed: test/a.test.ts “limits › two”"],
  });
  expect(judged(["limits"], ran("limits of posts › one"))).toMatchObject({ verdict: "not run" });
});

it("a row does not hold when a test is skipped, absent or another file's", () => {
  expect(judged(["one", "two"], ran("one"), ran("two", "skipped"))).toMatchObject({
    verdict: "not run",
    reasons: ["skipped: test/a.test.ts “two”"],
  });
  expect(judged(["one"], ran("one", "passed", "test/b.test.ts"))).toMatchObject({
    verdict: "not run",
    reasons: ["did not run: test/a.test.ts “one”"],
  });
  expect(judged([], ran("one"))).toMatchObject({ verdict: "not proven" });
});

it("vitest is told titles as a pattern that takes their filled-in forms and no signs of its own", () => {
  const pattern = new RegExp(namePattern([["test/a.test.ts", "on $name › a lead (%s)", "why? 1.5"]]));
  expect("x on SQLite a lead (7)").toMatch(pattern);
  expect("why? 1.5").toMatch(pattern);
  expect("why 1x5").not.toMatch(pattern);
});
