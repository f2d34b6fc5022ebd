import ts from "typescript";
import { filesIn, parsed } from "./source-files.ts";

/** A test, or a `describe` with all in it, that names requirements it holds. */
export type TaggedTest = { file: string; title: string; numbers: number[] };

/** Every test marked by `holds`, file by file in the order of its text. */
export function taggedTests(): TaggedTest[] {
  return filesIn("test")
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => taggedIn(file, parsed(file)));
}

export function taggedIn(file: string, source: ts.SourceFile): TaggedTest[] {
  const found: TaggedTest[] = [];
  const see = (node: ts.Node): void => {
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

/** The numbers of a `holds(…)` in the options of a test, whatever else stands there. */
function numbersIn(options: ts.Node): number[] {
  if (ts.isCallExpression(options) && options.expression.getText() === "holds") {
    return options.arguments.map((number) => Number(number.getText()));
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
