/**
 * `node test/paths/show-variant.ts <code>`: what follows from a variant's place in the registry, as JSON: its
 * coverage, its list of paths, its route and its first page.
 */
import { matchPath } from "@remix-run/react";
import { surveyPage } from "../../app/survey/server/page.ts";
import { findEntry, variants } from "../../machines/registry.ts";
import { openVisit } from "../../machines/visit/open-visit.ts";
import { surveyPaths } from "../../remix.config.js";
import { readSettings } from "../../services/settings/env.ts";
import { noon } from "../support/lead-facts.ts";
import { coverageOf, missedIn } from "./model/coverage.ts";
import { listOfPaths } from "./model/list-of-paths.ts";
import { suitesOf } from "./model/suite.ts";

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
