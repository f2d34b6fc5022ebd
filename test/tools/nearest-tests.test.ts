import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { nearestTests } from "../nearest-tests.mjs";

const files = {
  "machines/rules/limits.ts": "export const MOST = 3;",
  "machines/guards.ts":
    'import { MOST } from "./rules/limits.ts";\nexport const isTooMany = (n: number) => n > MOST;',
  "machines/shape.ts": 'import type { MOST } from "./rules/limits.ts";',
  "app/page.tsx": 'import { isTooMany } from "../machines/guards.ts";',
  "test/support/site.ts": "export const siteForTests = () => {};",
  "test/machines/rules/limits.test.ts": 'import "../../../machines/rules/limits.ts";',
  "test/machines/rules/beside.test.ts": 'import "../../../machines/rules/limits.ts";',
  "test/app/far.test.ts": 'import "../../machines/rules/limits.ts";',
  "test/machines/guards.test.ts": 'import { isTooMany } from "../../machines/guards.ts";',
  "test/machines/shape.test.ts": 'import "../../machines/shape.ts";',
  "test/app/page.test.tsx": 'import "../../app/page.tsx";',
  "test/app/mentions.test.ts": 'it("is MOST isTooMany", () => {});',
  "test/site/page.test.ts":
    'import { siteForTests } from "../support/site.ts";\nimport "../../app/page.tsx";',
  "test/conventions/docs.test.ts": "",
};

const root = mkdtempSync(join(tmpdir(), "claimpath-nearest-"));
for (const [file, text] of Object.entries(files)) {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
afterAll(() => rmSync(root, { recursive: true }));

const [named, beside, far] = ["limits", "beside", "far"].map(
  (name) => `test/${name === "far" ? "app" : "machines/rules"}/${name}.test.ts`,
) as [string, string, string];

const nearest = (changed: string[], more: Omit<Parameters<typeof nearestTests>[1] & object, "root"> = {}) =>
  nearestTests(changed, { root, ...more });

describe("The nearest tests of a change", () => {
  it("begin with the test of its name, then its importers, those beside it first", () => {
    const tests = nearest(["machines/rules/limits.ts"]);
    expect(tests[0]).toBe(named);
    expect(tests.indexOf(beside)).toBeLessThan(tests.indexOf(far));
    expect(tests.indexOf(far)).toBeLessThan(tests.indexOf("test/app/page.test.tsx"));
  });

  it("the tests nearest to one constant are those of the files that read it", () => {
    const durations = Object.fromEntries(Object.keys(files).map((file) => [file, 5000]));
    const changed = ["machines/rules/limits.ts"];
    const lines = {
      "machines/rules/limits.ts": ["/** Most. */", "export const MOST = 3;", "export const MOST = 4;"],
    };
    expect(nearest(changed, { durations, lines })).toEqual([named, "test/machines/guards.test.ts"]);
    const more = { "machines/rules/limits.ts": ["  inside(a, function);", "export const MOST = 4;"] };
    expect(nearest(changed, { durations, lines: more })).toEqual([named, beside]);
  });

  it("do not follow imports of types", () => {
    expect(nearest(["machines/rules/limits.ts"])).not.toContain("test/machines/shape.test.ts");
  });

  it("include those that share a rare word with it", () => {
    const durations = { "test/site/page.test.ts": 10 };
    expect(nearest(["machines/guards.ts"], { durations })).toContain("test/app/mentions.test.ts");
  });

  it("omit slow tests, unless they have the name of the change", () => {
    const tests = nearest(["machines/rules/limits.ts"], { durations: { [beside]: 9000, [named]: 9000 } });
    expect(tests).toContain(named);
    expect(tests).not.toContain(beside);
  });

  it("take no longer than a dozen seconds together", () => {
    const durations = Object.fromEntries(Object.keys(files).map((file) => [file, 5000]));
    expect(nearest(["machines/rules/limits.ts"], { durations })).toHaveLength(2);
  });

  it("are one long test where there is no other", () => {
    const durations = Object.fromEntries(Object.keys(files).map((file) => [file, 60_000]));
    expect(nearest(["app/page.tsx"], { durations, isBuilt: false })).toEqual(["test/app/page.test.tsx"]);
    expect(nearest(["machines/shape.ts"], { durations })).toEqual(["test/machines/shape.test.ts"]);
  });

  it("start no site while the build is outdated", () => {
    expect(nearest(["app/page.tsx"])).toContain("test/site/page.test.ts");
    expect(nearest(["app/page.tsx"], { isBuilt: false })).not.toContain("test/site/page.test.ts");
  });

  it("are the changed tests themselves, and for a document the tests of documents", () => {
    expect(nearest([far])).toEqual([far]);
    expect(nearest(["docs/privacy.md"])).toEqual(["test/conventions/docs.test.ts"]);
  });
});
