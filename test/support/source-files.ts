import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** An import of a file; `to` is a path from the project's root for a file of ours, else a package's name. */
/** `lazy`: made when it is called, by `import()`. */
export type Import = { from: string; to: string; typeOnly: boolean; own: boolean; lazy: boolean };

export const root = join(import.meta.dirname, "../..");
const kinds = /\.(tsx?|mjs|js|css)$/;
const sources = new Map<string, ts.SourceFile>();

/** Every source file in these folders, by its path from the project's root. */
export function filesIn(...folders: string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && kinds.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("test/output/") && !path.includes("/node_modules/"))
    .sort();
}

/** Every document in docs, by its path from the project's root. */
export const documents = ["docs", "test/specification"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

export function linesOf(path: string): number {
  return readFileSync(join(root, path), "utf8").trimEnd().split("\n").length;
}

/** A script as TypeScript reads it. */
export function parsed(path: string): ts.SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const source = sources.get(path) ?? ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  sources.set(path, source);
  return source;
}

/** Static and dynamic imports and re-exports of a script, and what a style sheet imports. */
export function importsOf(path: string): Import[] {
  if (path.endsWith(".css")) return sheetsIn(path);
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, typeOnly: boolean, lazy = false) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const own = specifier.text.startsWith(".");
    const to = own ? join(dirname(path), specifier.text) : packageName(specifier.text);
    found.push({ from: path, to, typeOnly, own, lazy });
  };
  visit(parsed(path), (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false, true);
    }
  });
  return found;
}

function sheetsIn(path: string): Import[] {
  const imports = readFileSync(join(root, path), "utf8").matchAll(/@import "(\.[^"]+)"/g);
  return [...imports].map(([, sheet]) => ({
    from: path,
    to: join(dirname(path), sheet!),
    typeOnly: false,
    own: true,
    lazy: false,
  }));
}

export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
