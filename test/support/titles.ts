import ts from "typescript";
import { parsed } from "./source-files.ts";

/** A test by its file and its title, alone or behind those it is in: "describe › test". */
export type NamedTest = { file: string; title: string };

/** Tests that a table's cell names: `test/a.test.ts` “one”, “two”, the next file after <br>. */
export function namedTests(cell: string): NamedTest[] {
  return cell.split("<br>").flatMap((part) => {
    const [, file] = /`(test\/[^`]+\.tsx?)`/.exec(part) ?? [];
    return file ? [...part.matchAll(/“([^”]+)”/g)].map(([, title]) => ({ file, title: title! })) : [];
  });
}

const titles = new Map<string, string[]>();

/** Titles of a test file's describes and tests as they are written, each behind those it is in. */
function titlesIn(path: string): string[] {
  const known = titles.get(path) ?? [];
  if (!titles.has(path)) {
    collect(parsed(path), [], known);
    titles.set(path, known);
  }
  return known;
}

function collect(node: ts.Node, outer: string[], found: string[]): void {
  const title = titleOf(node);
  const path = title === undefined ? outer : [...outer, title];
  if (title !== undefined) found.push(path.join(" › "));
  node.forEachChild((child) => collect(child, path, found));
}

function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !/^(describe|it|test)\b/.test(node.expression.getText()))
    return undefined;
  const [title] = node.arguments;
  if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return undefined;
  return ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1);
}

/** True when the file has such a title. */
export function isTitle({ file, title }: NamedTest): boolean {
  return titlesIn(file).some((known) => known === title || known.endsWith(` › ${title}`));
}
