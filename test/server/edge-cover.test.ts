import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../services/env.ts";
import { walkCases } from "../model/run-path.ts";
import { describePath, firstSuites } from "../model/suite.ts";
import { openSite } from "../paths/http-layer.ts";
import { turnsOf } from "../paths/turns.ts";

const settings = readSettings({ PARTIAL_FAULT_STATES: "KY", SITE_TIME_ZONE: "UTC" });
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite(settings);
});
afterAll(() => site.close());

describe.each(firstSuites)("$entry.variant.code by forms alone", ({ entry, model, edgePaths }) => {
  it("shows the chart's screens along every path of its edge cover", async () => {
    const t = performance.now();
    const walkChart = walkCases(model);
    let n = 0;
    for (const path of edgePaths) {
      const charted = walkChart(path.map(({ tried }) => tried));
      const turns = turnsOf(path);
      n += turns.length;
      const { seen, end, lead } = await site.walk(entry.path, turns);
      const expected = charted.screens.map(({ state, errors }) => ({
        step: state === "End" ? "thankYou" : state,
        wrong: Object.keys(errors).sort(),
      }));
      expect(
        seen.map(({ step, wrong }) => ({ step, wrong })),
        describePath(path),
      ).toEqual(expected);
    }
    console.log(entry.path, edgePaths.length, n, Math.round(performance.now() - t));
  });
});
