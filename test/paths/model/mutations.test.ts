import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { mutantsOf } from "./mutants.ts";
import { survivingMutants } from "./surviving.ts";
import { survivors } from "./survivors.ts";

/** Small charts that between them check, branch and listen in every way; `npm run lab -- mutants` tries all. */
const always = ["c", "one-page", "progress-bar", "dui"];
const tried = new Set<unknown>();

describe.each(always)("the paths of %s", (code) => {
  it("notice whatever is wrong with its chart", () => {
    const variant = variants.get(code)!;
    const mutants = mutantsOf(variant.machine, tried);
    expect(mutants.length).toBeGreaterThan(30);
    const listed = survivors.filter(({ file }) => file === `machines/variants/${code}.ts`);
    expect(survivingMutants(variant, mutants).map(({ name }) => name)).toEqual(
      listed.map(({ mutant }) => mutant),
    );
  });
});
