import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** A top-level name in another file. */
export type Elsewhere = { file: string; name: string };

/** A file without types and comments: its top-level declarations, its imports and its re-exports. */
export type Module = {
  source: ts.SourceFile;
  declared: ReadonlyMap<string, ts.Node>;
  /** The name `*` stands for a whole file (`import * as`). */
  imported: ReadonlyMap<string, Elsewhere>;
  handedOn: ReadonlyMap<string, Elsewhere>;
};

/** The TypeScript files below a folder, and its data, by their paths from there. */
export function modulesIn(folder: string): ReadonlyMap<string, Module> {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) =>
    /\.ts$|^rules\/.+\.json$/.test(file),
  );
  return new Map(
    files.sort().map((file) => [file, moduleOf(file, readFileSync(join(folder, file), "utf8"))]),
  );
}

const known = new Map<string, Module>();

function moduleOf(file: string, text: string): Module {
  const key = `${file}\n${text}`;
  const found = known.get(key) ?? read(file, text);
  known.set(key, found);
  return found;
}

function read(file: string, text: string): Module {
  if (file.endsWith(".json")) return dataOf(file, text);
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      removeComments: true,
    },
  });
  const source = ts.createSourceFile(file, outputText, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const { statements } = source;
  return {
    source,
    declared: new Map(statements.flatMap(declarations)),
    imported: new Map(statements.filter(ts.isImportDeclaration).flatMap((each) => imports(each, file))),
    handedOn: new Map(statements.filter(ts.isExportDeclaration).flatMap((each) => exports(each, file))),
  };
}

/** Data, as what imports it sees them. */
function dataOf(file: string, text: string): Module {
  const source = ts.createSourceFile(
    file,
    `const data = ${text};`,
    ts.ScriptTarget.ESNext,
    true,
    ts.ScriptKind.JS,
  );
  const declared = new Map(
    source.statements.flatMap(declarations).map(([, node]) => ["default", node] as const),
  );
  return { source, declared, imported: new Map(), handedOn: new Map() };
}

function declarations(statement: ts.Statement): [string, ts.Node][] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    return statement.name ? [[statement.name.text, statement]] : [];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap((declaration) =>
    identifiersIn(declaration.name).map(({ text }): [string, ts.Node] => [text, declaration]),
  );
}

function imports(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  file: string,
): [string, Elsewhere][] {
  const from = target(moduleSpecifier, file);
  const bindings = importClause?.namedBindings;
  const whole = importClause?.name;
  if (whole) return [[whole.text, { file: from, name: "default" }]];
  if (!bindings) return [];
  if (ts.isNamespaceImport(bindings)) return [[bindings.name.text, { file: from, name: "*" }]];
  return named(bindings.elements, from);
}

function exports(
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  file: string,
): [string, Elsewhere][] {
  if (!moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
  return named(exportClause.elements, target(moduleSpecifier, file));
}

function named(
  elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[],
  file: string,
): [string, Elsewhere][] {
  return elements.map(({ name, propertyName }) => [name.text, { file, name: (propertyName ?? name).text }]);
}

/** The file that an import of `file` names. */
export function target(specifier: ts.Expression, file: string): string {
  return join(dirname(file), (specifier as ts.StringLiteral).text);
}

/** Every identifier in a piece of code, in the order of the text. */
export function identifiersIn(node: ts.Node): ts.Identifier[] {
  const inner: ts.Identifier[] = [];
  node.forEachChild((child) => {
    inner.push(...identifiersIn(child));
  });
  return ts.isIdentifier(node) ? [node] : inner;
}
