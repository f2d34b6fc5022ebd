import ts from "typescript";
import { type Elsewhere, identifiersIn, type Module } from "./modules.ts";

/** A piece of code, and the file it is in. */
export type Piece = { file: string; node: ts.Node };
type Modules = ReadonlyMap<string, Module>;

/** What the objects that are called `guards`, or `actions`, hold under each name, and what is handed to these. */
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

/** Of `{ type: "isApproved", params: (…) => … }` the name and what finds out the parameters. */
function handedTo(node: ts.ObjectLiteralExpression): { name: string; params: ts.Node } | undefined {
  const given = (name: string) =>
    node.properties.filter(ts.isPropertyAssignment).find((property) => nameOf(property.name) === name)
      ?.initializer;
  const [type, params] = [given("type"), given("params")];
  const isFoundOut = params && (ts.isArrowFunction(params) || ts.isFunctionExpression(params));
  return type && ts.isStringLiteral(type) && isFoundOut ? { name: type.text, params } : undefined;
}

/** Pieces and everything they refer to, each once, in the order in which they are met. */
export function closure(modules: Modules, pieces: readonly Piece[]): Piece[] {
  const found = new Map(pieces.map((piece) => [piece.node, piece]));
  // A Map goes on over what is added while it is walked.
  for (const { file, node } of found.values()) {
    const identifiers = identifiersIn(node);
    const own = new Set(identifiers.filter(isBound).map(({ text }) => text));
    for (const identifier of identifiers) {
      if (own.has(identifier.text) || isKey(identifier)) continue;
      const other = resolve(modules, file, identifier);
      if (other && !isVocabulary(other.node)) found.set(other.node, other);
    }
  }
  return [...found.values()];
}

/** What `setup({ guards, actions })` makes: everything in it has a name of its own to be found by. */
function isVocabulary(node: ts.Node): boolean {
  const made = ts.isVariableDeclaration(node) ? node.initializer : undefined;
  return made !== undefined && ts.isCallExpression(made) && made.expression.getText() === "setup";
}

function resolve(modules: Modules, file: string, { text, parent }: ts.Identifier): Piece | undefined {
  const { declared, imported } = modules.get(file)!;
  const node = declared.get(text);
  if (node) return { file, node };
  const elsewhere = imported.get(text);
  const isWhole = elsewhere?.name === "*" && ts.isPropertyAccessExpression(parent);
  return elsewhere && exported(modules, isWhole ? { ...elsewhere, name: parent.name.text } : elsewhere);
}

function exported(modules: Modules, { file, name }: Elsewhere): Piece | undefined {
  const module = modules.get(file);
  const node = module?.declared.get(name);
  const on = module?.handedOn.get(name);
  return node ? { file, node } : on && exported(modules, on);
}

/** True where an identifier is the name of something declared there. */
function isBound(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  const isDeclaration =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionDeclaration(parent);
  return isDeclaration && parent.name === identifier;
}

/** True where an identifier only names a property. */
function isKey(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isBindingElement(parent)) return parent.propertyName === identifier;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return "name" in parent && parent.name === identifier;
}
