import { expect, test } from "vitest";
import { pageLook } from "../../../app/site/page-look.ts";
import { defaultFlags, pageFlags } from "../../../machines/rules/page-flags.ts";
import { holds } from "../../support/holds.ts";
import { everySheet } from "../styles/style-sheets.ts";

const numbered = (flag: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${flag}:v${index + 1}`);

test("a page without flags looks as usual", () => {
  expect(pageLook(defaultFlags)).toEqual({});
  expect(pageLook(undefined)).toEqual({});
});

test.each([
  ...numbered("theme", 12),
  ...numbered("logo", 5),
  "fontWeight:500",
  "fontWeight:600",
  "progressBar:v1",
  "roundedButtons",
  "noPercentSign",
  "noPrivacyGuarantee",
  "accidentTimeframe",
])("%s is one attribute of the page, and a style sheet reads it", holds(379, 380, 383, 384, 386), (flag) => {
  const look = Object.entries(pageLook(pageFlags(flag)));
  expect(look).toHaveLength(1);
  const [attribute, value] = look[0]!;
  expect(everySheet).toContain(value === "true" ? `[${attribute}]` : `[${attribute}="${value}"]`);
});
