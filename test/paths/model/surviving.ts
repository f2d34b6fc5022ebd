import type { SurveyMachine, Variant } from "../../../machines/variant.ts";
import { behaviourOn, inputsOf, type Walk, walksOf } from "./behaviour.ts";
import { edgeCover } from "./edge-cover.ts";
import type { Mutant } from "./mutants.ts";
import { pairwiseCover } from "./pairwise.ts";

/** Mutants of a variant's chart that do on every path what the chart does. */
export function survivingMutants(
  { machine, entries }: Pick<Variant, "machine" | "entries">,
  mutants: readonly Mutant[],
): Mutant[] {
  const inputs = inputsOf({ machine, entries });
  const edges = inTurn(inputs.map((input) => walksOf(machine, input, edgeCover)));
  const surviving = mutants.filter(behavesOn(machine, edges));
  if (surviving.length === 0) return [];
  // Many more paths; they tell what is forgotten from what is remembered when something is asked twice.
  const pairs = walksOf(machine, inputs[0]!, pairwiseCover);
  return surviving.filter(behavesOn(machine, pairs));
}

/** The first of each, then the second of each: what only one way in shows is soon met. */
function inTurn(walks: readonly Walk[][]): Walk[] {
  const longest = Math.max(...walks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => walks.flatMap((each) => each[index] ?? [])).flat();
}

/** Whether a mutant does what the chart does on all of these walks; one that fails does not. */
function behavesOn(machine: SurveyMachine, walks: readonly Walk[]): (mutant: Mutant) => boolean {
  const expected = walks.map((walk) => behaviourOn(machine, walk));
  return (mutant) => {
    try {
      return walks.every((walk, index) => behaviourOn(mutant.machine, walk) === expected[index]);
    } catch {
      return false;
    }
  };
}
