import { areAlike } from "../../machines/graph/compare.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import { type View, viewOf } from "../../machines/graph/view.ts";
import { print } from "../../services/commands/program.ts";
import { differenceOf, type FullDifference, type Sided } from "./difference.ts";
import { pairsOf } from "./operands.ts";
import { reportOf } from "./report.ts";

/** `json`: print JSON; `views`: with both charts as they are drawn. */
export type JsonOptions = { json?: boolean; views?: boolean };

/**
 * Prints the differences between two charts, or between all charts of two revisions, chart by chart.
 * @throws Refusal for a chart or revision that does not exist, before anything is printed
 */
export async function printDifferences(
  first: string,
  second: string | undefined,
  { json, views }: JsonOptions,
) {
  const { gained, lost, pairs } = await pairsOf(first, second);
  const differences = pairs.map(({ name, before, after }) => [name, differenceOf(before, after)] as const);
  if (json) {
    const drawn = pairs.map(({ name, before, after }) => [name, [before, after].map(drawnIn)]);
    const charts = Object.fromEntries(differences);
    const all = { gained, lost, charts, ...(views && { views: Object.fromEntries(drawn) }) };
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

function drawnIn({ chart, tree }: Sided): View {
  return viewOf(graphOf(chart, tree.rules.questions));
}

function isNothing(difference: FullDifference): boolean {
  return areAlike(difference) && difference.layout.length === 0;
}
