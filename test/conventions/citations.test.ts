import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documents, filesIn, root } from "../support/source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = [...filesIn("app", "machines", "services", "test"), ...documents, "README.md"];

/** What may be cited: the sections of the outline, the rows of the rulings, the files of the decisions. */
const known: Record<string, Set<string>> = {
  spec: found("docs/spec/specification.md", /^#+ (\d[\d.]*b?) /gm),
  ruling: found("docs/spec/rulings.md", /<a id="(\d+)">/g),
  adr: new Set(
    readdirSync(join(root, "docs/decisions")).map((name) => String(Number.parseInt(name, 10) || "none")),
  ),
};

function found(path: string, pattern: RegExp): Set<string> {
  return new Set([...read(path).matchAll(pattern)].map(([, number]) => number!));
}

/** The numbers of "rulings 12, 114 and 123 to 125", also over the lines of a comment. */
function cited(text: string): { kind: string; number: string }[] {
  const gap = String.raw`(?:\s|\n\s*[*/#]+)+`;
  const number = String.raw`\d+(?:\.\d+b?)?`;
  const list = new RegExp(
    String.raw`\b(spec|ruling|adr)s?${gap}(${number}(?:(?:,${gap}|,?${gap}(?:and|or|to)${gap})${number})*)`,
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

it("cites sections, rulings and decisions that there are", () => {
  const dangling = files.flatMap((path) =>
    cited(read(path))
      .filter(({ kind, number }) => !known[kind]!.has(number))
      .map(({ kind, number }) => `${path}: ${kind} ${number}`),
  );
  expect(dangling).toEqual([]);
});

it("calls them spec, ruling and ADR, so that no number has two meanings", () => {
  const old = /\b(?:specification|specification sections?|decisions?)(?:\s|\n\s*\*)+\d[\d.]*/gi;
  const wrong = files.flatMap((path) => [...read(path).matchAll(old)].map(([text]) => `${path}: ${text}`));
  expect(wrong).toEqual([]);
});

it("has rulings and decisions each once, in their order", () => {
  const rulings = [...known.ruling!].map(Number);
  expect(rulings).toEqual(rulings.map((_, at) => at + 1));
  const rows = [
    ...read("docs/decisions/README.md").matchAll(/^\| (\d+) \| (?:\[[^\]]+\]\((\d+)-|not used)/gm),
  ];
  const numbers = rows.map(([, number]) => Number(number));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  expect(rows.filter(([, number, file]) => file && Number(file) !== Number(number))).toEqual([]);
  expect(rows.filter(([, , file]) => file)).toHaveLength(known.adr!.size - 1);
});
