import { createHash } from "node:crypto";
import ts from "typescript";
import { type Module, modulesIn } from "./modules.ts";
import { closure, type Piece, piecesIn } from "./pieces.ts";

/** Finds digests by name; empty for a name without code in these files. */
export type Digests = {
  guard(name: string): string;
  action(name: string): string;
  /** The references of a chart's guards, its actions and, if it makes one, its lead. */
  behind(names: Behind): CodeBehind;
};

export type Behind = { guards: readonly string[]; actions: readonly string[]; makesLead: boolean };

/** `limits`: constants by value as written. `rules`: a lead's functions and tables, each by a digest. */
export type CodeBehind = { limits: ReadonlyMap<string, string>; rules: ReadonlyMap<string, string> };

/**
 * Digests of the guards and actions defined below a folder. Each includes all code that it refers to there:
 * if the limit of a rule changes, so do the guards that use the rule. Comments, formatting, types and file
 * names are left out.
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

/** The file that makes a lead. */
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

/** True for a number, string or boolean literal, as limits are written. */
function isPlain(value: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(value)) return isPlain(value.operand);
  return ts.isNumericLiteral(value) || ts.isStringLiteral(value) || /^(true|false)$/.test(value.getText());
}

/** The first eight hex digits of a text's SHA-256. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

export function digestOf(pieces: readonly Piece[]): string {
  return pieces.length === 0 ? "" : digest(pieces.map(({ node }) => wordsOf(node)).join("\n"));
}

/** The tokens of a piece of code, without trailing commas, so that formatting makes no difference. */
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
