import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../services/settings/env.ts";
import { openSite } from "../paths/http-layer.ts";
import { allSuites } from "../paths/model/all-suites.ts";
import { walkCases } from "../paths/model/run-path.ts";
import { describePath } from "../paths/model/suite.ts";
import { servedLeadOf } from "../paths/served-lead.ts";
import { turnsOf } from "../paths/turns.ts";

const settings = readSettings({ PARTIAL_FAULT_STATES: "KY", SITE_TIME_ZONE: "UTC" });
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

  it("every path of the edge cover shows the chart's screens and stores its lead", async () => {
    const walkChart = walkCases(model);
    // A world in which a chart behaves as in another is walked once, for its own defaults.
    for (const path of isNew ? edgePaths : edgePaths.slice(0, 1)) {
      const turns = turnsOf(path);
      const { seen, end, lead } = await site.walk(world, turns);
      const charted = walkChart(path.map(({ tried }) => tried)).screens.map(({ state, errors }) => ({
        step: shownAs(state),
        wrong: Object.keys(errors).sort(),
      }));
      expect(
        seen.map(({ step, wrong }) => ({ step, wrong })),
        describePath(path),
      ).toEqual(charted);
      const due = servedLeadOf(suite, turns, settings);
      expect(lead, describePath(path)).toEqual(due.lead && expect.objectContaining(due.lead));
      if (end.step !== "") continue;
      const { pathname, searchParams } = new URL(end.url, "http://site");
      expect(pathname).toBe(due.location.page);
      expect(Object.fromEntries(searchParams)).toMatchObject(due.location.query);
    }
  });
});
