import { expect, it } from "vitest";
import { questionsOf } from "../../../machines/features/question-cost/questions.ts";
import { variants } from "../../../machines/registry.ts";
import { armOf } from "../../../services/features/question-cost/lost.ts";
import { withinBounds } from "./arms.ts";

const c = variants.get("c")!;
const question = (name: string) => questionsOf(c).find((each) => each.name === name)!;

// The laboratory tries every question of several surveys, with more people (tools/lab/features/question-cost).
it.each(["PoliceReportFiled", "IncidentDescription"])(
  "an arm without %s makes as many leads as foretold in 95 of 100 experiments, and the bounds say something",
  async (name) => {
    const { within, above, below, widths } = await withinBounds(c, question(name), {
      pairs: 25,
      sessions: 150,
      seed: 900,
    });
    expect(above + below).toBeLessThanOrEqual(1);
    expect(within).toBeGreaterThan(20);
    expect(Math.max(...widths)).toBeLessThan(150 / 2);
  },
);

it("bounds are those of these people and of those of the arm, and none are given where nobody went on", () => {
  const leak = {
    node: "A",
    left: 80,
    looked: 0,
    wentOn: 720,
    conversion: { about: 0.5, low: 0.46, high: 0.54 },
    leads: { about: 40, low: 37, high: 43 },
    qualified: null,
  };
  const rated = { sessions: 1000, leads: 360 };
  const { low, high } = armOf({ rated }, [leak])!;
  // The same number again has a deviation of 21 leads, and what those who left would have made adds to 400.
  expect(low).toBe(Math.floor(360 - 1.96 * Math.SQRT2 * Math.sqrt(360 * 0.64)));
  expect(high).toBeGreaterThan(400 + 1.96 * Math.SQRT2 * Math.sqrt(400 * 0.6));
  expect(high).toBeLessThan(480);
  expect(armOf({ rated }, [{ ...leak, wentOn: 0, conversion: null }])).toBeNull();
});
