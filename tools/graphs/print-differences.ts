import { areAlike, kinds } from "../../machines/graph/account.ts";
import { type Difference, isSame } from "../../machines/graph/diff.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import { type View, viewOf } from "../../machines/graph/view.ts";
import { print } from "../../services/commands/program.ts";
import { Refusal } from "../../services/operations/refusal.ts";
import { differenceOf, type FullDifference, type Sided } from "./difference.ts";
import { isRevision, root, type Tree, treeAt, treeIn } from "./tree.ts";

/** A side of a comparison: a chart, a revision, or a chart of a revision. */
type Operand = { code?: string; revision?: string };

/** Two charts to compare, with one name for the pair. */
type Pair = { name: string; before: Sided; after: Sided };

/** All charts to compare; `gained` and `lost` are on one side only. */
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

/** How many items the text lists: fewer paths, because these are long. The JSON has all items. */
const listed = { paths: 3, others: 12, changed: 40 };

/** A chart's differences as text, with the number of moved boxes at the end. */
export function reportOf(name: string, difference: FullDifference): string {
  const { layout } = difference;
  const parts = kinds
    .filter((kind) => !isSame(difference[kind]))
    .map((kind) => section(kind, difference[kind]));
  const drawn = layout.length > 0 ? [`  drawn elsewhere: ${layout.length} boxes`] : [];
  const alike = areAlike(difference) ? [layout.length > 0 ? "  alike but for the drawing" : "  alike"] : [];
  return `${[name, ...alike, ...parts, ...drawn].join("\n")}\n`;
}

function section(kind: string, { gained, lost, changed }: Difference): string {
  const most = kind === "paths" ? listed.paths : listed.others;
  const lines = [
    ...some("+", gained, most),
    ...some("-", lost, most),
    ...changed
      .slice(0, listed.changed)
      .flatMap(({ id, how }) => [`    ~ ${id}`, ...how.map((line) => `        ${line}`)]),
    ...(changed.length > listed.changed ? [`      and ${changed.length - listed.changed} more`] : []),
  ];
  return [`  ${kind}: ${counted({ gained, lost, changed })}`, ...lines].join("\n");
}

function counted(difference: Difference): string {
  const kinds = (["gained", "lost", "changed"] as const).filter((kind) => difference[kind].length > 0);
  return kinds.map((kind) => `${difference[kind].length} ${kind}`).join(", ");
}

function some(sign: string, ids: readonly string[], most: number): string[] {
  const lines = ids.slice(0, most).map((id) => `    ${sign} ${id}`);
  return ids.length > most ? [...lines, `      and ${ids.length - most} more`] : lines;
}
