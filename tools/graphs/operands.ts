import { Refusal } from "../../services/commands/program.ts";
import type { Sided } from "./difference.ts";
import { root } from "./root.ts";
import { isRevision, type Tree, treeAt, treeIn } from "./tree.ts";

/** What one side of a comparison names: a chart, or all of a state of the project. */
type Operand = { code?: string; revision?: string };

/** Two charts to compare, and how these are called together. */
export type Pair = { name: string; before: Sided; after: Sided };

/** All that is asked to be compared; charts that only one of two states has are gained or lost. */
export type Pairs = { gained: string[]; lost: string[]; pairs: Pair[] };

/**
 * Reads what is to be compared: a chart by its code, `code@revision`, or a git revision for all charts, or for the
 * one named on the other side; without a second one the first is compared with the charts as they are now.
 * @throws Refusal for what does not exist
 */
export async function pairsOf(first: string, second?: string): Promise<Pairs> {
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
