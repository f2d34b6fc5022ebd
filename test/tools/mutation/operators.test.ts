import ts from "typescript";
import { describe, expect, it } from "vitest";
import { instrumented, SWITCH } from "../../../tools/mutation/instrument.ts";
import { nameOf } from "../../../tools/mutation/name.ts";
import { type Mutant, mutantsIn } from "../../../tools/mutation/operators.ts";

/** Mutants of a text that stands alone. */
function mutantsOf(text: string): Mutant[] {
  const host = ts.createCompilerHost({ noLib: true });
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const program = ts.createProgram(
    ["a.ts"],
    { noLib: true },
    {
      ...host,
      getSourceFile: (name) => (name === "a.ts" ? source : undefined),
    },
  );
  return mutantsIn(program.getSourceFile("a.ts")!, "a.ts", program.getTypeChecker());
}

/** The text with one of its mutants in place. */
const applied = (text: string) =>
  mutantsOf(text).map(({ start, end, after }) => text.slice(0, start) + after + text.slice(end));

describe("the mutants of", () => {
  it.each([
    ["const a = 5;", ["const a = 5 + 1;", "const a = 5 - 1;"]],
    ['const a = "x";', ['const a = "";']],
    ['const a = "";', []],
    ["const a = true;", ["const a = false;"]],
    ["b = c < d;", ["b = (c) <= (d);", "b = (c) >= (d);"]],
    ["b = c > d;", ["b = (c) >= (d);", "b = (c) <= (d);"]],
    ["b = c === d;", ["b = (c) !== (d);"]],
    ["b = c !== d;", ["b = (c) === (d);"]],
    ["b = c - d;", ["b = (c) + (d);"]],
    ["b = -c;", ["b = c;"]],
    ["b = c ?? d;", ["b = c;", "b = d;"]],
    ["b = !c;", ["b = c;"]],
    [
      "b = c && d;",
      ["b = (c) || (d);", "b = !(c) && d;", "b = true && d;", "b = c && !(d);", "b = c && true;"],
    ],
    ["b = c ? d : e;", ["b = !(c) ? d : e;", "b = true ? d : e;", "b = false ? d : e;"]],
    ["if (!c) d = e;", ["if (c) d = e;", "if (true) d = e;", "if (false) d = e;"]],
    ["const f = () => [c];", ["const f = () => [];"]],
    ["const f = () => ({ c });", ["const f = () => (({}));"]],
    [
      "const f = (c: boolean): boolean => g(c); declare function g(c: boolean): boolean;",
      ["const f = (c: boolean): boolean => !(g(c)); declare function g(c: boolean): boolean;"],
    ],
    ["function f() { g(); const a = b; return a; }", ["function f() {  const a = b; return a; }"]],
    ['type A = "x" | 5;', []],
    ['import { a } from "x";', []],
    ['const a = { "x-y": b };', []],
    ["const a = { 5: b };", []],
  ])("%s", (text, expected) => {
    expect(applied(text)).toEqual(expected);
  });
});

describe("a file with all its mutants in it", () => {
  const text =
    'const f = (a, b) => { let c = 0; if (a < 5 && b !== "x") { c += 2; } return [c]; };\nreturn f;';
  const mutants = mutantsOf(text);
  /** What the text makes of some inputs, with one mutant on. */
  const results = (source: string, on: number) => {
    const f = new Function(SWITCH, source)((number: number) => number === on);
    return [f(4, "y"), f(5, "y"), f(4, "x"), f(7, "x")];
  };

  it("does what it did while none is on", () => {
    expect(results(instrumented(text, mutants), 0)).toEqual(results(text, 0));
  });

  it.each(mutants.map((mutant, index) => [nameOf(mutant, mutants), mutant, index + 1] as const))(
    "does with one on what it would do in its place: %s",
    (_name, { start, end, after }, number) => {
      const replaced = text.slice(0, start) + after + text.slice(end);
      expect(results(instrumented(text, mutants), number)).toEqual(results(replaced, 0));
    },
  );
});

it("a mutant's name tells it from all others, in the same line too", () => {
  const mutants = mutantsOf("a = 1 + 1;\nb = 1;");
  expect(new Set(mutants.map((mutant) => nameOf(mutant, mutants))).size).toBe(mutants.length);
});
