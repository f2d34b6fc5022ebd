import ts from "typescript";
import { type Elsewhere, identifiersIn, type Module } from "./modules.ts";

/** A piece of code, and the file it is in. */
export type Piece = { file: string; node: ts.Node };
type Modules = ReadonlyMap<string, Module>;

/** Properties of all objects called `guards` (or `actions`) by name, and functions that compute params. */
export function piecesIn(modules: Modules, holder: string): Map<string, Piece[]> {
  const pieces = new Map<string, Piece[]>();
  const add = (name: string, piece: Piece) => pieces.set(name, [...(pieces.get(name) ?? []), piece]);
  for (const [file, { source }] of modules) {
    const visit = (node: ts.Node) => {
      if (ts.isObjectLiteralExpression(node)) {
        for (const property of node.properties) {
          if (isCalled(node.parent, holder) && property.name)
            add(nameOf(property.name), { file, node: property });
        }
        const handed = handedTo(node);
        if (handed) add(handed.name, { file, node: handed.params });
      }
      node.forEachChild(visit);
    };
    visit(source);
  }
  return pieces;
}

function isCalled(node: ts.Node, name: string): boolean {
  return (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && nameOf(node.name) === name;
}

function nameOf(name: ts.Node): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

/** The name and the params function of an object like `{ type: "isApproved", params: (…) => … }`. */
function handedTo(node: ts.ObjectLiteralExpression): { name: string; params: ts.Node } | undefined {
  const given = (name: string) =>
    node.properties.filter(ts.isPropertyAssignment).find((property) => nameOf(property.name) === name)
      ?.initializer;
  const [type, params] = [given("type"), given("params")];
  const isFoundOut = params && (ts.isArrowFunction(params) || ts.isFunctionExpression(params));
  return type && ts.isStringLiteral(type) && isFoundOut ? { name: type.text, params } : undefined;
}

/** Pieces and everything they refer to, each once, in the order in which it is found. */
export function closure(modules: Modules, pieces: readonly Piece[]): Piece[] {
  const found = new Map(pieces.map((piece) => [piece.node, piece]));
  // A loop over a Map includes what is added meanwhile.
  for (const { file, node } of found.values()) {
    const identifiers = identifiersIn(node);
    const own = new Set(identifiers.filter(isBound).map(({ text }) => text));
    for (const identifier of identifiers) {
      if (own.has(identifier.text) || isKey(identifier)) continue;
      const other = resolve(modules, file, identifier);
      if (other && !isVocabulary(modules, other)) found.set(other.node, other);
    }
  }
  return [...found.values()];
}

/** True for what `setup({ guards, actions })` returns, or an extension of it: its parts are found by name. */
export function isVocabulary(modules: Modules, { file, node }: Piece): boolean {
  const made = ts.isVariableDeclaration(node) ? node.initializer : undefined;
  if (!made || !ts.isCallExpression(made)) return false;
  const { expression: called } = made;
  if (called.getText() === "setup") return true;
  const extended =
    ts.isPropertyAccessExpression(called) && called.name.text === "extend" ? called.expression : undefined;
  // Other objects have an `extend` too, whose arguments are not found by names.
  const found = extended && ts.isIdentifier(extended) ? resolve(modules, file, extended) : undefined;
  return found !== undefined && isVocabulary(modules, found);
}

export function resolve(modules: Modules, file: string, { text, parent }: ts.Identifier): Piece | undefined {
  const { declared, imported } = modules.get(file)!;
  const node = declared.get(text);
  if (node) return { file, node };
  const elsewhere = imported.get(text);
  const isWhole = elsewhere?.name === "*" && ts.isPropertyAccessExpression(parent);
  return elsewhere && exported(modules, isWhole ? { ...elsewhere, name: parent.name.text } : elsewhere);
}

/** A file's export by name. */
export function exported(modules: Modules, { file, name }: Elsewhere): Piece | undefined {
  const module = modules.get(file);
  const node = module?.declared.get(name);
  const on = module?.handedOn.get(name);
  return node ? { file, node } : on && exported(modules, on);
}

/** True if an identifier is the name in its own declaration. */
function isBound(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  const isDeclaration =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionDeclaration(parent);
  return isDeclaration && parent.name === identifier;
}

/** True if an identifier only names a property. */
export function isKey(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isBindingElement(parent)) return parent.propertyName === identifier;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return "name" in parent && parent.name === identifier;
}
