import { describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { survivesPaths } from "./killed-by-paths.ts";
import { mutantsOf } from "./mutants.ts";
import { sourceMutantsOf } from "./source-mutants.ts";
import { suitesOf } from "./suite.ts";
import { survivors } from "./survivors.ts";

/** A sample of what `npm run mutants` does with every chart: each kind of end, and a chart that notes things down. */
describe.each(["c", "benefits", "progress-bar"])("the paths of %s", (code) => {
  const variant = variants.get(code)!;

  it("notice what is wrong with the chart, but for what makes no difference", () => {
    const mutants = mutantsOf(variant.machine);
    const surviving = mutants.filter(survivesPaths(suitesOf(variant).filter(({ isNew }) => isNew)));
    expect(mutants.length).toBeGreaterThan(10);
    expect(surviving.map(({ name }) => name)).toEqual(Object.keys(survivors[code]!));
  });
});

it("lists survivors of what there is only", () => {
  const charts = Object.keys(survivors).filter((subject) => !subject.startsWith("machines/"));
  expect(charts.filter((code) => !variants.has(code))).toEqual([]);
});

it.each([
  ["if (a) b();", ["if (!(a)) b();", "if (a) "]],
  ["const x = a < 1 && b;", ["const x = a <= 1 && b;", "const x = a < 2 && b;", "const x = a < 1 || b;"]],
  ['const x = ["y"];', ["const x = [];", 'const x = [""];']],
  ['const x = { "y": a ? b : c };', ['const x = { "y": !(a) ? b : c };']],
  ['import "z"; type T = "y";', []],
])("%s is broken in every way", (text, broken) => {
  const mutants = sourceMutantsOf(text).map((mutant) => mutant.text);
  expect(mutants.toSorted()).toEqual(broken.toSorted());
});
