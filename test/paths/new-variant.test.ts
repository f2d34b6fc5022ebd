import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const parts = ["app", "machines", "services", "test", "package.json", "remix.config.js", "tsconfig.json"];
let tree = "";

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "claimpath-variant-"));
  for (const part of parts) cpSync(part, join(tree, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

it("a variant is one file and one line: its route, page, paths and coverage follow", () => {
  const variants = join(tree, "machines/variants");
  const copied = readFileSync(join(variants, "c.ts"), "utf8")
    .replace("export const c =", "export const summer =")
    .replace('code: "c"', 'code: "summer"')
    .replace('id: "c"', 'id: "summer"')
    .replace(/entries: \{.*?\n {2}\},/s, 'entries: { "/survey/summer": {} },');
  writeFileSync(join(variants, "summer.ts"), copied);
  appendFileSync(join(variants, "index.ts"), 'export { summer } from "./summer.ts";\n');

  const show = ["--import", "tsx", "test/paths/show-variant.ts", "summer"];
  const shown = JSON.parse(execFileSync(process.execPath, show, { cwd: tree, encoding: "utf8" }));
  expect(shown).toEqual({
    missed: [],
    paths: readFileSync("test/paths/__snapshots__/c.txt", "utf8").replace(
      "At /survey/c\n",
      "At /survey/summer\n",
    ),
    route: true,
    page: {
      survey: "summer",
      action: expect.stringContaining("/survey/summer"),
      step: "WhenWasTheAccident",
    },
  });
});
