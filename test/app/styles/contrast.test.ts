import { describe, expect, test } from "vitest";
import { contrast, tokensOf } from "./style-sheets.ts";

const usual = tokensOf("app/styles/tokens.css", ":root");
const themes = ["default", ...Array.from({ length: 12 }, (_, index) => `v${index + 1}`)];
const tokensIn = (theme: string) => ({
  ...usual,
  ...(theme === "default" ? {} : tokensOf("app/styles/themes.css", `:root[data-theme="${theme}"]`)),
});

/** What is read on what. */
const texts = [
  ["ink", ["page", "surface", "tint"]],
  ["ink-soft", ["page", "surface"]],
  ["accent", ["page", "surface", "tint"]],
  ["accent-strong", ["page", "surface", "tint"]],
  ["on-accent", ["accent", "accent-strong"]],
  ["error", ["page", "surface", "error-tint"]],
] as const;

/** Outlines that alone show where a control or an error is. */
const outlines = [
  ["control", ["page", "surface"]],
  ["error", ["page", "surface"]],
  ["accent", ["page", "surface"]],
] as const;

describe.each(themes)("theme %s", (theme) => {
  const tokens: Record<string, string> = tokensIn(theme);
  const pairs = (table: typeof texts | typeof outlines, least: number) =>
    table.flatMap(([colour, grounds]) => grounds.map((ground) => [colour, ground, least] as const));

  test.each([...pairs(texts, 4.5), ...pairs(outlines, 3)])("%s on %s has a contrast of %d", (...pair) => {
    const [colour, ground, least] = pair;
    expect(contrast(tokens[colour]!, tokens[ground]!)).toBeGreaterThanOrEqual(least);
  });
});

test("no two themes are the same", () => {
  expect(new Set(themes.map((theme) => JSON.stringify(tokensIn(theme)))).size).toBe(themes.length);
});
