import ts from "typescript";
import { type Module, target } from "../../graphs/modules.ts";
import { exported, isKey, isVocabulary, type Piece, resolve } from "../../graphs/pieces.ts";

type Modules = ReadonlyMap<string, Module>;

/** These files and all that they import, directly or not, except for types. */
export function filesBehind(modules: ReadonlyMap<string, Module>, files: readonly string[]): string[] {
  const found = new Set(files);
  // Iterating over a Set includes entries added meanwhile.
  for (const file of found) {
    for (const statement of modules.get(file)?.source.statements ?? []) {
      const isLink = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
      const specifier = isLink ? statement.moduleSpecifier : undefined;
      if (specifier?.getText().startsWith('".')) found.add(target(specifier, file));
    }
  }
  return [...found].sort();
}

/**
 * Pieces and all code that they may run, each once. Wider than `closure`, so that nothing is missed: a local variable counts
 * as whatever has its name at the top of the file, and a string as every guard or action of that name.
 * @param holders the guards and the actions, as `piecesIn` finds them
 */
export function everythingBehind(
  modules: Modules,
  pieces: readonly Piece[],
  holders: readonly ReadonlyMap<string, readonly Piece[]>[],
): Piece[] {
  const found = new Map(pieces.map((piece) => [piece.node, piece]));
  for (const { file, node } of found.values()) {
    const visit = (part: ts.Node) => {
      if (ts.isStringLiteralLike(part)) for (const named of holders) add(named.get(part.text) ?? []);
      if (ts.isIdentifier(part) && !isKey(part)) add(resolveAll(modules, file, part));
      part.forEachChild(visit);
    };
    const add = (others: readonly Piece[]) => {
      for (const other of others) if (!isVocabulary(modules, other)) found.set(other.node, other);
    };
    visit(node);
  }
  return [...found.values()];
}

/** An identifier's definition; everything in a file if it names a whole one (`import * as`). */
function resolveAll(modules: Modules, file: string, identifier: ts.Identifier): Piece[] {
  const one = resolve(modules, file, identifier);
  const elsewhere = modules.get(file)!.imported.get(identifier.text);
  if (one || elsewhere?.name !== "*") return one ? [one] : [];
  const whole = modules.get(elsewhere.file);
  const names = [...(whole?.declared.keys() ?? []), ...(whole?.handedOn.keys() ?? [])];
  return names.flatMap((name) => exported(modules, { file: elsewhere.file, name }) ?? []);
}
