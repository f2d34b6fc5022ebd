import fc from "fast-check";
import { expect, it } from "vitest";
import { scenarioOf } from "../../../app/features/inspector/live-route.ts";
import { leafOf } from "../../../machines/graph/leaves.ts";
import { inputOf, readScenario, writeScenario } from "../../../machines/model/setup.ts";
import { simulate } from "../../../machines/model/simulate.ts";
import { findEntry } from "../../../machines/registry.ts";
import { wander, moves as wanderings } from "../../services/visits/wander.ts";
import { edgesOfVisit } from "../../support/edges-of-visit.ts";
import { today } from "../../support/lead-facts.ts";

const usual = { today, dateOfBirthStates: [], noDefaultBuyersStates: [] };

it.each(["/survey/c", "/survey/v4nv", "/survey/dui", "/survey/one-page", "/survey/progress-bar"])(
  "the simulation of any visit at %s ends where the visit is, along the same edges",
  (path) => {
    const entry = findEntry(path)!;
    fc.assert(
      fc.property(wanderings, (all) => {
        wander(entry, all, ({ after, log }) => {
          const scenario = scenarioOf(log, usual);
          const { setup, moves } = readScenario(entry.variant, writeScenario(scenario), usual);
          const { moments } = simulate(entry.variant.machine, inputOf(setup).input, moves);
          expect(moments).toHaveLength(moves.length + 1);
          expect(moments.at(-1)!.leaf).toBe(leafOf(after.replay.snapshot));
          expect(moments.at(-1)!.snapshot.context.answers).toEqual(after.replay.snapshot.context.answers);
          // Leaves out the answers that the visitor has taken back.
          const straight = after.visit.trail.flatMap(({ step, answers, outcomes }) => [
            { at: 0, kind: "answer" as const, body: { step, answers } },
            ...outcomes.map((body) => ({ at: 0, kind: "outcome" as const, body })),
          ]);
          expect(moments.flatMap(({ taken }) => taken)).toEqual(edgesOfVisit(entry, [log[0]!, ...straight]));
        });
      }),
      { numRuns: 15 },
    );
  },
);
