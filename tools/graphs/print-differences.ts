import { areAlike } from "../../machines/graph/compare.ts";
import { print } from "../../services/commands/program.ts";
import { differenceOf, type FullDifference } from "./difference.ts";
import { pairsOf } from "./operands.ts";
import { reportOf } from "./report.ts";

/**
 * Prints what differs between two charts, or between all charts of two revisions, one by one.
 * @throws Refusal for a chart or revision that does not exist, before anything is printed
 */
export async function printDifferences(first: string, second: string | undefined, isJson: boolean) {
  const { gained, lost, pairs } = await pairsOf(first, second);
  const differences = pairs.map(({ name, before, after }) => [name, differenceOf(before, after)] as const);
  if (isJson) {
    const all = { gained, lost, charts: Object.fromEntries(differences) };
    return print(`${JSON.stringify(all, null, 2)}\n`);
  }
  for (const code of gained) await print(`+ chart ${code}\n`);
  for (const code of lost) await print(`- chart ${code}\n`);
  const shown = differences.length === 1 ? differences : differences.filter(([, each]) => !isNothing(each));
  for (const [name, difference] of shown) await print(reportOf(name, difference));
  if (differences.length !== 1) {
    await print(`${differences.length - shown.length} of ${differences.length} charts are alike\n`);
  }
}

function isNothing(difference: FullDifference): boolean {
  return areAlike(difference) && difference.layout.length === 0;
}
