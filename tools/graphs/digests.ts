import { createHash } from "node:crypto";
import type ts from "typescript";
import { modulesIn } from "./modules.ts";
import { closure, type Piece, piecesIn } from "./pieces.ts";

/** Finds a digest by a name; empty for a name that stands for no code of these files. */
export type Digests = { guard(name: string): string; action(name: string): string };

/**
 * Digests of the guards and actions defined below a folder, each together with all it refers to there: a limit of
 * a rule that is changed changes the guards that ask this rule. Comments, formatting, types and the places of
 * files are no part of it.
 * @param folder an absolute path
 */
export function digestsIn(folder: string): Digests {
  const modules = modulesIn(folder);
  const finder = (holder: string) => {
    const pieces = piecesIn(modules, holder);
    const known = new Map<string, string>();
    return (name: string) => {
      const found = known.get(name) ?? digestOf(closure(modules, pieces.get(name) ?? []));
      known.set(name, found);
      return found;
    };
  };
  return { guard: finder("guards"), action: finder("actions") };
}

/** Eight characters that are the same for the same text. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

function digestOf(pieces: readonly Piece[]): string {
  return pieces.length === 0 ? "" : digest(pieces.map(({ node }) => wordsOf(node)).join("\n"));
}

/** The words of a piece of code one by one: however it is set, and wherever a list ends with a comma, the same. */
function wordsOf(node: ts.Node): string {
  const words: string[] = [];
  const visit = (part: ts.Node) => {
    const inner = part.getChildren();
    if (inner.length > 0) inner.forEach(visit);
    else if (part.getText() !== "") words.push(part.getText());
  };
  visit(node);
  return words.join(" ").replace(/ ,(?= [)\]}])/g, "");
}
