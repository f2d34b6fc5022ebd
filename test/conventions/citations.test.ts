import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documents, filesIn, root } from "../support/source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = [
  ...filesIn("app", "machines", "services", "test", "tools"),
  ...documents,
  "README.md",
  "CONTRIBUTING.md",
  "tools/lab/README.md",
].filter((path) => path !== "test/conventions/citations.test.ts");

/** What may be cited by number: the sections of the outline and the rows of the rulings. */
const known: Record<string, Set<string>> = {
  spec: found("test/specification/outline.md", /^#+ (\d[\d.]*b?) /gm),
  ruling: found("test/specification/rulings.md", /<a id="(\d+)">/g),
};

function found(path: string, pattern: RegExp): Set<string> {
  return new Set([...read(path).matchAll(pattern)].map(([, number]) => number!));
}

/** The numbers of "rulings 12, 114 and 123 to 125", also over the lines of a comment. */
function cited(text: string): { kind: string; number: string }[] {
  const gap = String.raw`(?:\s|\n\s*[*/#]+)+`;
  const number = String.raw`\d+(?:\.\d+b?)?`;
  const list = new RegExp(
    String.raw`\b(spec|ruling)s?${gap}(${number}(?:(?:,${gap}|,?${gap}(?:and|or|to)${gap})${number})*)`,
    "gi",
  );
  return [...text.matchAll(list)].flatMap(([, kind, numbers]) => {
    const each = numbers!.matchAll(/(to\D+)?(\d[\d.]*b?)/g);
    let last = 0;
    return [...each].flatMap(([, range, number]) => {
      const from = range && kind!.toLowerCase() !== "spec" ? last + 1 : Number(number);
      last = Number(number);
      const between = Array.from({ length: Math.max(0, last - from) }, (_, at) => String(from + at));
      return [...between, number!].map((number) => ({ kind: kind!.toLowerCase(), number }));
    });
  });
}

it("reads lists, ranges and line breaks", () => {
  const numbers = (text: string) => cited(text).map(({ kind, number }) => `${kind} ${number}`);
  expect(numbers("(spec 4.1, 5.6b and 7; rulings 2,\n * 4 to 6)")).toEqual(
    ["spec 4.1", "spec 5.6b", "spec 7", "ruling 2", "ruling 4", "ruling 5", "ruling 6"], //
  );
});

it("cites sections and rulings that there are", () => {
  const dangling = files.flatMap((path) =>
    cited(read(path))
      .filter(({ kind, number }) => !known[kind]!.has(number))
      .map(({ kind, number }) => `${path}: ${kind} ${number}`),
  );
  expect(dangling).toEqual([]);
});

it("cites decisions by the headings that they have, also over the lines of a comment", () => {
  const headings = read("docs/decisions.md").match(/(?<=^### ).+/gm)!;
  const quoted = /\bdecision(?:\s|\n\s*[*/]+)+"([^"]+)"/g;
  const named = files.flatMap((path) =>
    [...read(path).matchAll(quoted)].map(([, name]) => ({ path, name: name!.replaceAll(/\s[\s*/]*/g, " ") })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ name }) => !headings.includes(name))).toEqual([]);
});

it("calls them spec, ruling and decision, so that no number has two meanings", () => {
  const old = /\b(?:specification|specification sections?|decisions?|ADRs?)(?:\s|\n\s*\*)+\d[\d.]*/gi;
  const wrong = files.flatMap((path) => [...read(path).matchAll(old)].map(([text]) => `${path}: ${text}`));
  expect(wrong).toEqual([]);
});

it("has rulings each once, in their order", () => {
  const rulings = [...known.ruling!].map(Number);
  expect(rulings).toEqual(rulings.map((_, at) => at + 1));
});
