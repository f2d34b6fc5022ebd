import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Result, withResult } from "./page.ts";

const page = readFileSync("docs/measurements/release.md", "utf8");
const result: Result = {
  what: "made up",
  date: "2026-12-01",
  commit: "abc1234",
  minutes: 3,
  outcome: "passed",
};

it("a first result is the last row of the page's table, and a newer one takes its place", () => {
  const first = withResult(page, result);
  expect(first).toBe(`${page}| \`made up\` | 2026-12-01 | abc1234 | 3 | passed |\n`);
  const second = withResult(first, { ...result, commit: "def5678", outcome: "**failed**" });
  expect(second).toBe(`${page}| \`made up\` | 2026-12-01 | def5678 | 3 | **failed** |\n`);
});
