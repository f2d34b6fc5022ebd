import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addVariant, copyOfTree } from "../support/more-variants.ts";

let tree = "";

beforeAll(() => {
  tree = copyOfTree();
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

it("a variant is one file and one line: its route, page, paths and coverage follow", () => {
  addVariant(tree, "c", "summer");
  const show = ["test/paths/show-variant.ts", "summer"];
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
      path: "/survey/summer",
      step: "WhenWasTheAccident",
    },
  });
});
