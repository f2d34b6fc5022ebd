import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveLead, type LeadFacts } from "../../machines/lead/derive.ts";
import { timeOnSteps } from "../../machines/lead/time-on-steps.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import type { SurveyContext } from "../../machines/survey.ts";
import { surveyConsent } from "../../machines/wording/survey-consent.ts";
import { readSettings } from "../../services/env.ts";
import type { Path } from "../model/edge-cover.ts";
import { everyEntry } from "../model/model.ts";
import { walkCases } from "../model/run-path.ts";
import { describePath, firstSuites, type Suite, suiteOf } from "../model/suite.ts";
import { leadFacts } from "../support/lead-facts.ts";
import { walkActor } from "./actor-layer.ts";
import { walkLog } from "./pure-layer.ts";
import { openServer } from "./server-layer.ts";
import { turnsOf } from "./turns.ts";

const settings = readSettings({ PARTIAL_FAULT_STATES: "KY", SITE_TIME_ZONE: "UTC" });
let server: Awaited<ReturnType<typeof openServer>>;
beforeAll(async () => {
  server = await openServer(settings);
});
afterAll(() => server.close());

const leadOf = (entry: SurveyEntry, context: SurveyContext, more: Partial<LeadFacts> = {}) =>
  deriveLead(context, leadFacts({ settings, earlyTreatment: entry.variant.earlyTreatment, ...more }));

/** What the chart itself makes of a path: the reference for the layers. */
const chartedBy = ({ model, entry }: Suite) => {
  const walk = walkCases(model);
  return (path: Path) => {
    const { screens, snapshot } = walk(path.map(({ tried }) => tried));
    return { screens, lead: leadOf(entry, snapshot.context) };
  };
};

describe.each(everyEntry)("at $path", (entry) => {
  const suite = suiteOf(entry);
  const charted = chartedBy(suite);

  it("the replayed log shows the chart's screens and gives its lead", () => {
    for (const path of suite.edgePaths) {
      const { screens, context } = walkLog(suite, turnsOf(path));
      expect({ screens, lead: leadOf(entry, context) }, describePath(path)).toEqual(charted(path));
    }
  });

  it("so does the running actor", async () => {
    for (const path of suite.edgePaths) {
      const { screens, context } = await walkActor(suite, turnsOf(path));
      expect({ screens, lead: leadOf(entry, context) }, describePath(path)).toEqual(charted(path));
    }
  });
});

describe.each(firstSuites)("at $entry.path", (suite) => {
  const { entry, edgePaths, pairPaths } = suite;
  const charted = chartedBy(suite);

  it("replaying a finished log gives the chart's lead, for every pair of cases", () => {
    for (const path of pairPaths) {
      const { context } = walkLog(suite, turnsOf(path), { watch: false });
      expect(leadOf(entry, context), describePath(path)).toEqual(charted(path).lead);
    }
  });

  // The cover takes all that leads back in its first paths, where the two ways differ.
  const paths = { forms: edgePaths, island: edgePaths.slice(0, 5) };

  it.each(["forms", "island"] as const)(
    "the server, with its store, does the same by way of %s",
    async (way) => {
      for (const path of paths[way]) {
        const turns = turnsOf(path);
        const { screens, context, log } = walkLog(suite, turns);
        const served = await server.walk(suite, turns, way);
        expect(served.screens, describePath(path)).toEqual(screens);
        const lead = leadOf(entry, context, {
          landing_page: settings.siteOrigin,
          tcpa: surveyConsent(entry.variant, settings.company).text,
          time_on_steps: timeOnSteps(log),
        });
        expect(served.lead, describePath(path)).toMatchObject({
          variant: entry.variant.code,
          record: lead.record,
          derived: lead.changes,
          qualified: lead.qualified,
          dqReason: lead.dqReason || null,
          location: served.location,
        });
        const { thankYou = entry.variant.thankYou } = entry.defaults;
        expect(served.location.startsWith(`${thankYou}?`)).toBe(true);
      }
    },
  );
});
