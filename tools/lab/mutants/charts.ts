import type { Variant } from "../../../machines/variant.ts";
import { mutantsOf } from "../../../test/paths/model/mutants.ts";
import { survivingMutants } from "../../../test/paths/model/surviving.ts";
import { survivors as known } from "../../../test/paths/model/survivors.ts";

/** Prints the mutants of charts that no path notices. @returns true when each of these is known, with a reason */
export function tryCharts(variants: readonly Variant[]): boolean {
  const shared = new Set<unknown>();
  const unknown = variants.flatMap((variant) => {
    const file = `machines/variants/${variant.code}.ts`;
    const mutants = mutantsOf(variant.machine, shared);
    const surviving = survivingMutants(variant, mutants);
    console.log(`${file}: ${mutants.length} mutants, ${mutants.length - surviving.length} killed`);
    return surviving.filter(({ name }) => {
      const reason = known.find((survivor) => survivor.file === file && survivor.mutant === name)?.reason;
      console.log(`  ${name}\n    ${reason ?? "survives, and is not listed"}`);
      return !reason;
    });
  });
  return unknown.length === 0;
}
