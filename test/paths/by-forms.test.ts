import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stepAddress } from "../../app/survey/screen/page-data.ts";
import { parseAnswer } from "../../machines/fields.ts";
import { today } from "../../machines/rules/dates.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Step } from "../../machines/steps/step.ts";
import { topState } from "../../machines/visit/replay.ts";
import { readSettings } from "../../services/settings/env.ts";
import { everyQuestion } from "../machines/steps/every-question.ts";
import type { Answer, FormVisitor } from "../support/form-visitor.ts";
import { Documents } from "../support/html-faults.ts";
import { noon } from "../support/lead-facts.ts";
import { openSite } from "./http-layer.ts";
import { newPaths } from "./model/all-suites.ts";
import type { Edge } from "./model/graph.ts";
import { caseName } from "./model/quotient.ts";
import { walkCases } from "./model/run-path.ts";
import { describePath } from "./model/suite.ts";
import { turnsOf } from "./model/turns.ts";
import type { World } from "./model/worlds.ts";
import { walkLog } from "./pure-layer.ts";
import { servedLeadOf } from "./served-lead.ts";

const settings = readSettings({ PARTIAL_FAULT_STATES: "KY", SITE_TIME_ZONE: "UTC" });
const day = today(noon, "UTC", "UTC");
const documents = new Documents();
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite(settings);
});
afterAll(() => site.close());

/** A chart's final states without a screen are the thank-you page to its visitor. */
const shownAs = (state: string) => (state === "End" ? "thankYou" : state);

/** A question, each of those that surveys ask their own way. */
const questionAt = ({ entry }: World, name: string) => {
  const own = stepNamed(name, entry.variant.machine);
  return `${name} ${everyQuestion.findIndex(({ step }) => step === own)}`;
};

/** The page of a question: surveys that share it show the same, each in its language. */
const pageOf = (world: World, name: string) => {
  const { language, flow } = world.entry.variant;
  return `${language} ${flow} ${questionAt(world, name)}`;
};

/** Questions whose answers are read alike. */
const formAt = ({ entry }: World, name: string) => {
  const step = stepNamed(name, entry.variant.machine);
  return step ? [step.kind, ...(step.fields ?? []).map((field) => field.name)].join() : name;
};

/** On an edge: which page is followed by which, and what of a form is answered, or said by a service. */
const thingsOf = ({ from, to, tried }: Edge, world: World) => {
  if (tried.kind === "page") return [];
  const [asked, next] = [topState(from.snapshot), topState(to.snapshot)];
  const given = tried.kind === "answer" ? tried.label : caseName({ tried });
  return [`${pageOf(world, asked)}, ${questionAt(world, next)}`, `${formAt(world, asked)}: ${given}`];
};

describe.each(newPaths(thingsOf))("at $suite.world.label, by forms alone", ({ suite, paths }) => {
  const { world, model, edgePaths } = suite;

  it("what no survey before had shows the chart's screens in valid HTML and stores its lead, and so says its log", async () => {
    const walkChart = walkCases(model);
    // A survey in which nothing is new is walked once, for its own defaults.
    for (const path of paths.length > 0 ? paths : edgePaths.slice(0, 1)) {
      const turns = turnsOf(path);
      const { seen, end, lead } = await site.walk(world, turns, lookAround(world));
      const { screens } = walkChart(path.map(({ tried }) => tried));
      const charted = screens.map(({ state, errors }) => ({
        step: shownAs(state),
        wrong: Object.keys(errors).sort(),
      }));
      expect(
        seen.map(({ step, wrong }) => ({ step, wrong })),
        describePath(path),
      ).toEqual(charted);
      const replayed = walkLog(suite, turns);
      expect(replayed.screens, describePath(path)).toEqual(screens);
      const due = servedLeadOf(suite, replayed, settings);
      expect(lead, describePath(path)).toEqual(due.lead && expect.objectContaining(due.lead));
      if (end.step !== "") continue;
      const { pathname, searchParams } = new URL(end.url, "http://site");
      expect(pathname).toBe(due.location.page);
      expect(Object.fromEntries(searchParams)).toMatchObject(due.location.query);
    }
  });
});

it("hundreds of the pages on the way differ in more than their words", () => {
  expect(documents.different).toBeGreaterThan(300);
});

const looked = new Set<string>();

/** Looks at a page and, once for each, at its refused forms and at the page before, which has its answer by now. */
function lookAround(world: World) {
  const { label, entry } = world;
  let before = "";
  return async (visitor: FormVisitor) => {
    const validate = async () => {
      const { step, status, html } = visitor.screen;
      expect(await documents.faults(`${label} ${step || "at its end"} (${status})`, html)).toEqual([]);
    };
    const isFirst = (page: string) => !looked.has(page) && looked.add(page);
    const shown = visitor.screen;
    const step = stepNamed(shown.step, entry.variant.machine);
    await validate();
    if (before && before !== shown.step && isFirst(`${pageOf(world, before)} answered`)) {
      await visitor.open(stepAddress(entry.path, {}, before));
      await validate();
    }
    before = shown.step;
    if (!step || !isFirst(pageOf(world, shown.step))) return;
    for (const post of refusedBy(step)) {
      visitor.screen = shown;
      await visitor.post(post);
      await validate();
    }
  };
}

/** Answers that a step's form cannot take: none, and nonsense in every field. */
function refusedBy(step: Step): Answer[] {
  if (step.kind === "end") return [];
  const nonsense = Object.fromEntries((step.fields ?? []).map(({ name }) => [name, "?"]));
  return [{}, nonsense].filter((post) => !parseAnswer(step, post, day).ok);
}
