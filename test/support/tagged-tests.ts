import ts from "typescript";
import { filesIn, parsed, visit } from "./source-files.ts";

/** A test, or a `describe` with all in it, that names requirements it holds. */
export type TaggedTest = { file: string; title: string; numbers: number[] };

/** Every test marked by `holds`, file by file in the order of its text. */
export function taggedTests(): TaggedTest[] {
  return filesIn("test")
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => taggedIn(file, parsed(file)));
}

/** Tests by what is written at them, and rows of tables whose tests are made of their `title` and what it `shows`. */
export function taggedIn(file: string, source: ts.SourceFile): TaggedTest[] {
  const found: TaggedTest[] = [];
  const see = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [title, shows] = ["title", "shows"].map((name) => initializerOf(node, name));
      if (title && shows) found.push({ file, title: textOf(title), numbers: literalsIn(shows) });
    }
    if (ts.isCallExpression(node) && /^(describe|it|test)\b/.test(node.expression.getText())) {
      const [title, options] = node.arguments;
      const numbers = options ? numbersIn(options) : [];
      if (title && numbers.length > 0) found.push({ file, title: textOf(title), numbers });
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

function literalsIn(node: ts.Node): number[] {
  const found: number[] = [];
  visit(node, (each) => {
    if (ts.isNumericLiteral(each)) found.push(Number(each.text));
  });
  return found;
}

/** The numbers of a `holds(…)` in the options of a test, whatever else is there. */
function numbersIn(options: ts.Node): number[] {
  if (ts.isCallExpression(options) && options.expression.getText() === "holds") {
    return options.arguments.flatMap(literalsIn);
  }
  if (!ts.isObjectLiteralExpression(options)) return [];
  return options.properties.flatMap((property) =>
    ts.isSpreadAssignment(property) ? numbersIn(property.expression) : [],
  );
}

function textOf(title: ts.Node): string {
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : title.getText();
}
