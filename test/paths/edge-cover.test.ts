import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stepAddress } from "../../app/survey/screen/step-address.ts";
import { parseAnswer } from "../../machines/fields.ts";
import { today } from "../../machines/rules/dates.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Step } from "../../machines/steps/step.ts";
import { topState } from "../../machines/visit/replay.ts";
import { readSettings } from "../../services/settings/env.ts";
import type { Answer, FormVisitor } from "../support/form-visitor.ts";
import { Documents } from "../support/html-faults.ts";
import { noon } from "../support/lead-facts.ts";
import { openSite } from "./http-layer.ts";
import { allSuites } from "./model/all-suites.ts";
import type { Path } from "./model/edge-cover.ts";
import { caseName } from "./model/quotient.ts";
import { walkCases } from "./model/run-path.ts";
import { describePath } from "./model/suite.ts";
import type { World } from "./model/worlds.ts";
import { walkLog } from "./pure-layer.ts";
import { servedLeadOf } from "./served-lead.ts";
import { turnsOf } from "./turns.ts";

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

const suites = allSuites.flatMap((each) => each.suites);

describe.each(suites)("at $world.label, by forms alone", (suite) => {
  const { world, model, edgePaths, isNew } = suite;

  it("every path of the edge cover shows the chart's screens in valid HTML and stores its lead, and so says its log", async () => {
    const walkChart = walkCases(model);
    const isTelling = tellingPaths();
    const lookAt = lookAround(world);
    // A world in which a chart behaves as in another is walked once, for its own defaults.
    for (const path of isNew ? edgePaths : edgePaths.slice(0, 1)) {
      const turns = turnsOf(path);
      const { seen, end, lead } = await site.walk(
        world,
        turns,
        isNew && isTelling(path) ? lookAt : undefined,
      );
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

/** Whether a step follows another on a path, or a service says something, as on none before. */
function tellingPaths() {
  const met = new Set<string>();
  return (path: Path): boolean => {
    const ways = path.map(({ from, to, tried }) => {
      const said = tried.kind === "outcome" ? caseName({ tried }) : "";
      return [topState(from.snapshot), said, topState(to.snapshot)].join();
    });
    const isNew = ways.some((way) => !met.has(way));
    for (const way of ways) met.add(way);
    return isNew;
  };
}

/** Looks at a page and, once for each step, at its refused forms and at the step before, which has its answer by now. */
function lookAround({ label, entry }: World) {
  const looked = new Set<string>();
  let before = "";
  return async (visitor: FormVisitor) => {
    const validate = async () => {
      const { step, status, html } = visitor.screen;
      expect(await documents.faults(`${label} ${step || "at its end"} (${status})`, html)).toEqual([]);
    };
    const shown = visitor.screen;
    const step = stepNamed(shown.step, entry.variant.machine);
    await validate();
    if (before && before !== shown.step && !looked.has(`${before} answered`)) {
      looked.add(`${before} answered`);
      await visitor.open(stepAddress(entry.path, {}, before));
      await validate();
    }
    before = shown.step;
    if (!step || looked.has(shown.step)) return;
    looked.add(shown.step);
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
