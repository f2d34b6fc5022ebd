import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { contrast, pairs } from "../../../app/styles/contrast.ts";
import { Gallery } from "../../../app/themes/gallery.tsx";
import { schemes, tokensIn } from "../../../app/themes/tokens.ts";
import { findEntry } from "../../../machines/registry.ts";
import { defaultFlags, flagValues, pageFlags } from "../../../machines/rules/page-flags.ts";
import { company } from "../survey/screen-fixture.ts";

const tokens = Object.fromEntries(
  flagValues.theme.map((theme) => [
    theme,
    schemes.map((scheme) => ({ scheme, tokens: tokensIn(theme, scheme) })),
  ]),
);
const html = renderToStaticMarkup(<Gallery company={company} tokens={tokens} />);
const links = [...html.matchAll(/<a href="([^"]+)">Open a survey with ([^<]+)</g)].map(([, href, name]) => ({
  url: new URL(href!.replaceAll("&amp;", "&"), "https://example.com"),
  name: name!,
}));

/** Flags that are not seen. */
const unseen = ["combinedLastStep", "verifyPhone", "overrideForcedActivity", "disableScroll"];
const everySetting = Object.entries(flagValues)
  .filter(([flag]) => !unseen.includes(flag))
  .flatMap(([flag, values]) =>
    values.map((value) => (typeof value === "boolean" ? value && flag : `${flag}:${value}`)),
  )
  .filter((name) => name && (name.startsWith("theme:") || !/:(default|none|text)$/.test(name)));

describe("the gallery of themes", () => {
  test("has an example of every visible value of every flag", () => {
    expect(links.map(({ name }) => name).sort()).toEqual(everySetting.sort());
  });

  test.each(links)("leads to a survey with $name and nothing else", ({ url, name }) => {
    expect(findEntry(url.pathname)).toBeDefined();
    const [flag, value = true] = name.split(":");
    expect(pageFlags(url.searchParams.get("flags")!)).toEqual({ ...defaultFlags, [flag!]: value });
  });

  const themes = Object.entries(tokens).flatMap(([theme, both]) => both.map((each) => ({ theme, ...each })));
  test.each(themes)(
    "counts every contrast of theme $theme, $scheme, none rounded up",
    ({ theme, scheme, tokens }) => {
      const [, table = ""] = html.split(`<caption>Contrast of theme:${theme}, ${scheme}</caption>`);
      const shown = [...table.split("</table>")[0]!.matchAll(/<td>([\d.]+)<\/td><td>([\d.]+)<\/td>/g)];
      expect(shown).toHaveLength(pairs.length);
      for (const [index, { colour, ground, least }] of pairs.entries()) {
        const has = contrast(tokens[colour]!, tokens[ground]!);
        const [, ratio, needed] = shown[index]!.map(Number) as [number, number, number];
        expect(needed).toBe(least);
        expect(ratio).toBeLessThanOrEqual(has);
        expect(ratio).toBeGreaterThan(has - 0.1);
      }
    },
  );

  test("no two fields share a name, and labels point to them", () => {
    const ids = [...html.matchAll(/<label[^>]* for="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(html).toContain(`id="${id}"`);
  });
});
