import { readFileSync } from "node:fs";
import ts from "typescript";
import { filesIn, parsed, visit } from "./source-files.ts";

/** A test, or a `describe` with all in it, and the requirements ("94") and threats ("T20") it holds. */
export type TaggedTest = { file: string; title: string; held: string[] };

/** Every test marked by `holds`, file by file in the order of its text. */
export function taggedTests(): TaggedTest[] {
  return filesIn("test", "tools/lab")
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => taggedIn(file, parsed(file)));
}

/** Tests by what is written at them, and rows of tables whose tests are made of their `title` and what it `shows`. */
export function taggedIn(file: string, source: ts.SourceFile): TaggedTest[] {
  const found: TaggedTest[] = [];
  const see = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [title, shows] = ["title", "shows"].map((name) => initializerOf(node, name));
      if (title && shows) found.push({ file, title: textOf(title), held: literalsIn(shows) });
    }
    if (ts.isCallExpression(node) && /^(describe|it|test)\b/.test(node.expression.getText())) {
      const [title, options] = node.arguments;
      const held = options ? heldIn(options) : [];
      if (title && held.length > 0) found.push({ file, title: textOf(title), held });
    }
    node.forEachChild(see);
  };
  see(source);
  return found;
}

function initializerOf(row: ts.ObjectLiteralExpression, name: string): ts.Node | undefined {
  return row.properties.filter(ts.isPropertyAssignment).find((each) => each.name.getText() === name)
    ?.initializer;
}

function literalsIn(node: ts.Node): string[] {
  const found: string[] = [];
  visit(node, (each) => {
    if (ts.isNumericLiteral(each) || (ts.isStringLiteral(each) && /^T\d/.test(each.text)))
      found.push(each.text);
  });
  return found;
}

/** The numbers in a `holds(…)` among a test's options. */
function heldIn(options: ts.Node): string[] {
  if (ts.isCallExpression(options) && options.expression.getText() === "holds") {
    return options.arguments.flatMap(literalsIn);
  }
  if (!ts.isObjectLiteralExpression(options)) return [];
  return options.properties.flatMap((property) =>
    ts.isSpreadAssignment(property) ? heldIn(property.expression) : [],
  );
}

function textOf(title: ts.Node): string {
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : title.getText();
}

/** A threat: an attempt or a failure, and what the site does then. */
export type Threat = { number: string; threat: string; expected: string };

/** The rows of test/specification/threats.md. */
export const threats: Threat[] = [
  ...readFileSync("test/specification/threats.md", "utf8").matchAll(/^\| (T\d+) \| (.+) \| (.+) \|$/gm),
].map(([, number, threat, expected]) => ({ number: number!, threat: threat!, expected: expected! }));
