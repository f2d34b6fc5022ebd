import { describe, expect, it } from "vitest";
import { questionsOf } from "../../../../../machines/features/question-cost/questions.ts";
import { variants } from "../../../../../machines/registry.ts";
import { withinBounds } from "../../../../../test/features/question-cost/arms.ts";

/** Surveys of different shapes, in which every question is left out that no guard reads. */
const surveys = ["c", "e", "progress-bar"];

describe.each(surveys)("the bounds of an arm of %s without a question", (code) => {
  const variant = variants.get(code)!;
  // A visit begins with its first answer, so without its first question there are other visits.
  const [, ...later] = questionsOf(variant);
  const free = later.filter(({ refusal }) => refusal?.by !== "guard" && refusal?.by !== "lint");
  it.each(free)("hold in 95 of 100 experiments: $name", { timeout: 600_000 }, async (question) => {
    const { within, above, below } = await withinBounds(variant, question, {
      pairs: 100,
      sessions: 400,
      seed: 5_000,
    });
    console.log(`${code} ${question.name}: ${within} within, ${above} above, ${below} below`);
    expect(within).toBeGreaterThanOrEqual(95);
  });
});
