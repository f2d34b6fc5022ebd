import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { contrast, pairs } from "../../../app/styles/contrast.ts";
import { schemes, tokensIn } from "../../../app/themes/tokens.ts";
import { flagValues } from "../../../machines/rules/page-flags.ts";
import { holds } from "../../support/holds.ts";
import { filesIn } from "../../support/source-files.ts";

/** All of the site's style sheets as one text. */
export const everySheet = filesIn("app")
  .filter((file) => file.endsWith(".css"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Spec 9, "Presentation". */
const listed = [340, 370, 420, 450, 500, 560, 600, 767, 768, 850, 1100, 1120, 1130, 1150];

it("style sheets change at every breakpoint of the specification, and at no other", holds(523), () => {
  const sheets = filesIn("app")
    .filter((path) => path.endsWith(".css"))
    .map((path) => readFileSync(path, "utf8"));
  const conditions = sheets.flatMap((sheet) => sheet.match(/@media[^{]*/g) ?? []);
  const widths = conditions.flatMap((condition) =>
    // In the size of the text, which is 16 unless somebody has another.
    [...condition.matchAll(/width: ([\d.]+)(px|em)/g)].map(
      ([, width, unit]) => +width! * (unit === "em" ? 16 : 1),
    ),
  );
  expect([...new Set(widths)].sort((a, b) => a - b)).toEqual(listed);
});

const looks = schemes.flatMap((scheme) => flagValues.theme.map((theme) => ({ theme, scheme })));

describe.each(looks)("theme $theme in $scheme colours", ({ theme, scheme }) => {
  const tokens = tokensIn(theme, scheme);

  test.each(pairs)("$colour on $ground has a contrast of $least", holds(385), ({ colour, ground, least }) => {
    expect(contrast(tokens[colour]!, tokens[ground]!)).toBeGreaterThanOrEqual(least);
  });
});

test.each(schemes)("no two themes look the same in %s colours", (scheme) => {
  const { theme: themes } = flagValues;
  expect(new Set(themes.map((theme) => JSON.stringify(tokensIn(theme, scheme)))).size).toBe(themes.length);
});

test("contrast is counted as WCAG counts it", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#ffffff", "#ffffff")).toBe(1);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(() => contrast("white", "#000000")).toThrow("white is not written as #rrggbb");
});
