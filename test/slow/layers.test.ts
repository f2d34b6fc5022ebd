import { describe, expect, it } from "vitest";
import { readSettings } from "../../services/settings/env.ts";
import { walkActor } from "../paths/actor-layer.ts";
import { leadOf } from "../paths/lead-of.ts";
import { allSuites, firstSuites } from "../paths/model/all-suites.ts";
import type { Path } from "../paths/model/edge-cover.ts";
import { walkCases } from "../paths/model/run-path.ts";
import { describePath, type Suite } from "../paths/model/suite.ts";
import { walkLog } from "../paths/pure-layer.ts";
import { turnsOf } from "../paths/turns.ts";

const settings = readSettings({ PARTIAL_FAULT_STATES: "KY", SITE_TIME_ZONE: "UTC" });
/** What the chart itself makes of a path: the reference for the layers. */
const chartedBy = ({ model, world }: Suite) => {
  const walk = walkCases(model);
  return (path: Path) => {
    const { screens, snapshot } = walk(path.map(({ tried }) => tried));
    return { screens, lead: leadOf(world.entry.variant, snapshot.context, { settings }) };
  };
};

/** A world in which a chart behaves as in another is walked once, for its own defaults. */
const suites = allSuites.flatMap((each) => each.suites);
const pathsOf = ({ edgePaths, isNew }: Suite) => (isNew ? edgePaths : edgePaths.slice(0, 1));

describe.each(suites)("at $world.label", (suite) => {
  const { variant } = suite.world.entry;
  const charted = chartedBy(suite);

  it("the replayed log shows the chart's screens and gives its lead", () => {
    for (const path of pathsOf(suite)) {
      const { screens, context } = walkLog(suite, turnsOf(path));
      expect({ screens, lead: leadOf(variant, context, { settings }) }, describePath(path)).toEqual(
        charted(path),
      );
    }
  });

  it("so does the running actor", async () => {
    for (const path of pathsOf(suite)) {
      const { screens, context } = await walkActor(suite, turnsOf(path));
      expect({ screens, lead: leadOf(variant, context, { settings }) }, describePath(path)).toEqual(
        charted(path),
      );
    }
  });
});

describe.each(firstSuites)("at $world.label", (suite) => {
  it("replaying a finished log gives the chart's lead, for every tenth of the paths that have every pair of cases", () => {
    const charted = chartedBy(suite);
    for (const path of suite.pairPaths.filter((_, index) => index % 10 === 0)) {
      const { context } = walkLog(suite, turnsOf(path));
      const lead = leadOf(suite.world.entry.variant, context, { settings });
      expect(lead, describePath(path)).toEqual(charted(path).lead);
    }
  });
});
