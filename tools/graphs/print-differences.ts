import { areAlike } from "../../machines/graph/compare.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import { type View, viewOf } from "../../machines/graph/view.ts";
import { print } from "../../services/commands/program.ts";
import { Refusal } from "../../services/operations/refusal.ts";
import { differenceOf, type FullDifference, type Sided } from "./difference.ts";
import { reportOf } from "./report.ts";
import { root } from "./root.ts";
import { isRevision, type Tree, treeAt, treeIn } from "./tree.ts";

/** One side of a comparison: a chart, a revision, or a chart of a revision. */
type Operand = { code?: string; revision?: string };

/** Two charts to compare, with one name for the pair. */
type Pair = { name: string; before: Sided; after: Sided };

/** All charts to compare; `gained` and `lost` are those that only one side has. */
type Pairs = { gained: string[]; lost: string[]; pairs: Pair[] };

/**
 * Reads what to compare: a chart's code, `code@revision`, or a git revision, which stands for the chart named
 * on the other side or else for all charts. Without a second operand, the first is compared with the charts
 * as they are now.
 * @throws Refusal for a chart or revision that does not exist
 */
async function pairsOf(first: string, second?: string): Promise<Pairs> {
  const now = await treeIn(root);
  const trees = new Map<string, Promise<Tree>>();
  const treeOf = ({ revision }: Operand) => {
    if (revision === undefined) return now;
    const tree = trees.get(revision) ?? treeAt(revision);
    trees.set(revision, tree);
    return tree;
  };
  const before = operandOf(first, now);
  const after = second === undefined ? { code: before.code } : operandOf(second, now);
  const [was, is] = [await treeOf(before), await treeOf(after)];
  const code = before.code ?? after.code;
  if (code === undefined) return everyPair(was, is);
  const one = { code, ...before };
  const other = { code, ...after };
  return {
    gained: [],
    lost: [],
    pairs: [{ name: `${nameOf(one)} to ${nameOf(other)}`, before: side(was, one), after: side(is, other) }],
  };
}

function operandOf(text: string, now: Tree): Operand {
  if (now.charts.some(({ code }) => code === text)) return { code: text };
  const [, code, revision] = /^([^@]+)@(.+)$/s.exec(text) ?? [];
  return code === undefined || revision === undefined || isRevision(text)
    ? { revision: text }
    : { code, revision };
}

function nameOf({ code, revision }: Operand): string {
  return revision === undefined ? `${code}` : `${code}@${revision}`;
}

function side(tree: Tree, operand: Operand): Sided {
  const chart = tree.charts.find(({ code }) => code === operand.code);
  if (!chart) {
    const where = operand.revision === undefined ? "" : ` at ${operand.revision}`;
    throw new Refusal(`There is no chart ${operand.code}${where}.`);
  }
  return { chart, tree };
}

function everyPair(was: Tree, is: Tree): Pairs {
  const codes = (tree: Tree) => tree.charts.map(({ code }) => code);
  return {
    gained: codes(is).filter((code) => !codes(was).includes(code)),
    lost: codes(was).filter((code) => !codes(is).includes(code)),
    pairs: codes(was)
      .filter((code) => codes(is).includes(code))
      .map((code) => ({ name: code, before: side(was, { code }), after: side(is, { code }) })),
  };
}

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
