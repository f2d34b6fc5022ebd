import { describe, expect, test } from "vitest";
import { contrast, pairs } from "../../../app/styles/contrast.ts";
import { schemes, tokensIn } from "../../../app/themes/tokens.ts";
import { flagValues } from "../../../machines/rules/page-flags.ts";
import { holds } from "../../support/holds.ts";

const looks = schemes.flatMap((scheme) => flagValues.theme.map((theme) => ({ theme, scheme })));

describe.each(looks)("theme $theme in $scheme colours", ({ theme, scheme }) => {
  const tokens = tokensIn(theme, scheme);

  test.each(pairs)("$colour on $ground has a contrast of $least", holds(385), ({ colour, ground, least }) => {
    expect(contrast(tokens[colour]!, tokens[ground]!)).toBeGreaterThanOrEqual(least);
  });
});

test.each(schemes)("no two themes are the same in %s colours", (scheme) => {
  const { theme: themes } = flagValues;
  expect(new Set(themes.map((theme) => JSON.stringify(tokensIn(theme, scheme)))).size).toBe(themes.length);
});

test("contrast is counted as WCAG counts it", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#ffffff", "#ffffff")).toBe(1);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(() => contrast("white", "#000000")).toThrow("white is not written as #rrggbb");
});
