import { createHash } from "node:crypto";
import ts from "typescript";
import { type Module, modulesIn } from "./modules.ts";
import { closure, type Piece, piecesIn } from "./pieces.ts";

/** Finds a digest by a name; empty for a name that stands for no code of these files. */
export type Digests = {
  guard(name: string): string;
  action(name: string): string;
  /** What a chart's guards and actions, and its lead where it makes one, refer to. */
  behind(names: Behind): CodeBehind;
};

export type Behind = { guards: readonly string[]; actions: readonly string[]; makesLead: boolean };

/** Constants by their value as written; the functions and tables of a lead by a digest of their own code alone. */
export type CodeBehind = { limits: ReadonlyMap<string, string>; rules: ReadonlyMap<string, string> };

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
  return {
    guard: finder("guards"),
    action: finder("actions"),
    behind: (names) => codeBehind(modules, names),
  };
}

/** Where a lead is made. */
const leadFile = "lead/derive.ts";

function codeBehind(
  modules: ReadonlyMap<string, Module>,
  { guards, actions, makesLead }: Behind,
): CodeBehind {
  const limits = new Map<string, string>();
  const rules = new Map<string, string>();
  const held = (holder: string, names: readonly string[]) => {
    const pieces = piecesIn(modules, holder);
    return names.flatMap((name) => pieces.get(name) ?? []);
  };
  const derive = modules.get(leadFile)?.declared.get("deriveLead");
  const lead = derive && makesLead ? closure(modules, [{ file: leadFile, node: derive }]) : [];
  const asked = closure(modules, [...held("guards", guards), ...held("actions", actions)]);
  for (const piece of [...lead, ...asked]) {
    const value = ts.isVariableDeclaration(piece.node) ? piece.node.initializer : undefined;
    if (value && isPlain(value)) limits.set(nameOf(piece.node), value.getText());
    // A guard's or an action's own code is compared under its name.
    else if (lead.includes(piece)) rules.set(nameOf(piece.node), digestOf([piece]));
  }
  return { limits, rules };
}

function nameOf(node: ts.Node): string {
  return (node as ts.NamedDeclaration).name?.getText() ?? "";
}

/** A number, a text or a truth, as limits are written. */
function isPlain(value: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(value)) return isPlain(value.operand);
  return ts.isNumericLiteral(value) || ts.isStringLiteral(value) || /^(true|false)$/.test(value.getText());
}

/** Eight characters that are the same for the same text. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

export function digestOf(pieces: readonly Piece[]): string {
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
