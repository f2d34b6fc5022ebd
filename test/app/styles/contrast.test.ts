import { describe, expect, test } from "vitest";
import { contrast, pairs } from "../../../app/styles/contrast.ts";
import { tokensIn } from "../../../app/themes/tokens.ts";
import { flagValues } from "../../../machines/rules/page-flags.ts";
import { holds } from "../../support/holds.ts";

describe.each(flagValues.theme)("theme %s", (theme) => {
  const tokens = tokensIn(theme);

  test.each(pairs)("$colour on $ground has a contrast of $least", holds(385), ({ colour, ground, least }) => {
    expect(contrast(tokens[colour]!, tokens[ground]!)).toBeGreaterThanOrEqual(least);
  });
});

test("no two themes are the same", () => {
  const { theme: themes } = flagValues;
  expect(new Set(themes.map((theme) => JSON.stringify(tokensIn(theme)))).size).toBe(themes.length);
});

test("contrast is counted as WCAG counts it", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#ffffff", "#ffffff")).toBe(1);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(() => contrast("white", "#000000")).toThrow("white is not written as #rrggbb");
});
