import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { topState } from "../../machines/visit/replay.ts";
import { readSettings } from "../../services/settings/env.ts";
import { walkActor } from "../paths/actor-layer.ts";
import { leadOf } from "../paths/lead-of.ts";
import { allSuites, firstSuites } from "../paths/model/all-suites.ts";
import type { Path } from "../paths/model/edge-cover.ts";
import { caseName } from "../paths/model/quotient.ts";
import { walkCases } from "../paths/model/run-path.ts";
import { describePath, type Suite } from "../paths/model/suite.ts";
import { walkLog } from "../paths/pure-layer.ts";
import { servedLeadOf } from "../paths/served-lead.ts";
import { openServer } from "../paths/server-layer.ts";
import { turnsOf } from "../paths/turns.ts";

const settings = readSettings({ PARTIAL_FAULT_STATES: "KY", SITE_TIME_ZONE: "UTC" });
let server: Awaited<ReturnType<typeof openServer>>;
beforeAll(async () => {
  server = await openServer(settings);
});
afterAll(() => server.close());

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

const walked = new Set<string>();

/**
 * The paths that take a case from one state to another as no variant before has: the store takes its time, and
 * variants share most of their states. Every world walks two at least.
 */
function unwalked(suite: Suite): Path[] {
  return pathsOf(suite).filter((path, index) => {
    const ways = path.map(
      (edge) => [edge.from, edge.to].map(({ snapshot }) => topState(snapshot)) + caseName(edge),
    );
    const isNew = ways.some((way) => !walked.has(way));
    for (const way of ways) walked.add(way);
    return isNew || index < 2;
  });
}

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

  // A cover takes all that leads back in its first paths, where the two ways differ.
  const paths = { forms: unwalked(suite), island: pathsOf(suite).slice(0, 2) };

  it.each(["forms", "island"] as const)(
    "the server, with its store, does the same by way of %s, on paths that no variant has walked before",
    async (way) => {
      for (const path of paths[way]) {
        const turns = turnsOf(path);
        const served = await server.walk(suite, turns, way);
        expect(served.screens, describePath(path)).toEqual(charted(path).screens);
        const { lead, location } = servedLeadOf(suite, turns, settings);
        expect(served.lead, describePath(path)).toEqual(lead && expect.objectContaining(lead));
        const [page, query] = served.location.split("?");
        expect(page).toBe(location.page);
        expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject(location.query);
      }
    },
  );
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
