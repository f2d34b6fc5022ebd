import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { matchPath } from "@remix-run/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { surveyPage } from "../../app/survey/server/page.ts";
import { findEntry, variants } from "../../machines/registry.ts";
import { openVisit } from "../../machines/visit/open-visit.ts";
import { surveyPaths } from "../../remix.config.js";
import { readSettings } from "../../services/settings/env.ts";
import { noon } from "../support/lead-facts.ts";
import { addVariant, copyOfTree } from "../support/more-variants.ts";
import { coverageOf, missedIn } from "./model/coverage.ts";
import { listOfPaths } from "./model/list-of-paths.ts";
import { suitesOf } from "./model/suite.ts";

/**
 * `node test/paths/new-variant.test.ts <code>`: what follows from a variant's place in the registry, as JSON: its
 * coverage, its list of paths, its route and its first page.
 */

const [code = ""] = process.argv.slice(2);
const variant = variants.get(code)!;
const entry = findEntry(`/survey/${code}`)!;
const suites = suitesOf(variant);
const arrival = { path: entry.path, query: {}, referer: "" };
const state = openVisit(entry, {}, [{ at: noon, kind: "entry", body: arrival }]);
const page = surveyPage({
  entry,
  state,
  step: state.step,
  isExternalHost: false,
  settings: readSettings({}),
});

process.stdout.write(
  JSON.stringify({
    missed: missedIn(coverageOf(variant.machine, suites)),
    paths: listOfPaths(suites),
    route: surveyPaths.some((pattern) => matchPath(`/${pattern}`, entry.path)),
    page: { survey: page.survey, path: page.entry.path, step: page.session.currentStep },
  }),
);

let tree = "";

beforeAll(() => {
  tree = copyOfTree();
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

it("a variant is one file and one line: its route, page, paths and coverage follow", () => {
  addVariant(tree, "c", "summer");
  const show = ["test/paths/new-variant.test.ts", "summer"];
  const shown = JSON.parse(execFileSync(process.execPath, show, { cwd: tree, encoding: "utf8" }));
  expect(shown).toEqual({
    missed: [],
    paths: readFileSync("test/paths/__snapshots__/c.txt", "utf8").replace(
      "At /survey/c\n",
      "At /survey/summer\n",
    ),
    route: true,
    page: { survey: "summer", path: "/survey/summer", step: "WhenWasTheAccident" },
  });
});
