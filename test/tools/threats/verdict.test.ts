import { expect, it } from "vitest";
import { type Ran, verdictOn } from "../../../tools/threats/verdict.ts";

const file = "test/a.test.ts";
const ran = (path: string, status = "passed", tags = ["T5"]): Ran => ({
  path: path.split(" › "),
  ...{ file, status, tags },
});
const judged = (titles: string[], ...tests: Ran[]) =>
  verdictOn(
    "T5",
    titles.map((title) => ({ file, title, held: ["T5"] })),
    tests,
  );

it("a row holds when every test that carries its number passed, each title filled in as it may be", () => {
  const tests = [ran("on SQLite › a lead (7)"), ran("on PostgreSQL › a lead (8)")];
  const holds = { verdict: "holds", passed: 2, reasons: [] };
  expect(judged(["a lead (%s)"], ...tests)).toEqual(holds);
  expect(judged(["on $name"], ...tests, ran("on SQLite › another", "failed", ["R5"]))).toEqual(holds);
});

it("a row does not hold when a test failed, was skipped or did not run", () => {
  const reported = (status: string) => `${status}: test/a.test.ts “limits › two”`;
  const reasonsOf = (status: string) => judged(["limits"], ran("limits › one"), ran("limits › two", status));
  expect(reasonsOf("failed")).toEqual({ verdict: "FAILS", passed: 1, reasons: [reported("failed")] });
  expect(reasonsOf("skipped")).toEqual({ verdict: "not run", passed: 1, reasons: [reported("skipped")] });
  expect(judged(["limits"], ran("limits of posts › one"))).toMatchObject({
    verdict: "not run",
    reasons: ["did not run: test/a.test.ts “limits”"],
  });
  expect(judged([], ran("one"))).toMatchObject({ verdict: "not proven" });
});
