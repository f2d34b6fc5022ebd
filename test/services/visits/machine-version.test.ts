import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import {
  codeOf,
  machineVersion,
  versionWith,
  withoutComments,
} from "../../../services/visits/machine-version.ts";

describe("the version of a chart", () => {
  it("differs from variant to variant, and is the same whenever it is asked for", () => {
    const versions = [...variants.values()].map(machineVersion);
    expect(new Set(versions).size).toBe(variants.size);
    expect([...variants.values()].map(machineVersion)).toEqual(versions);
  });

  it("is another one when a rule is another, and the rules are those of machines/survey.ts", () => {
    const c = variants.get("c")!;
    const rules = codeOf(pathToFileURL("machines/survey.ts"));
    expect(rules).toContain("function isSeriousAndRecent(");
    expect(versionWith(rules)(c)).toBe(machineVersion(c));
    expect(versionWith(rules.replace("function isSeriousAndRecent(", "function isRecent("))(c)).not.toBe(
      machineVersion(c),
    );
  });

  it("is another one when a guard, a target or a combined guard is another", () => {
    const { machine } = variants.get("c")!;
    const changed = [
      { guard: "b" },
      { guard: "b", target: "x" },
      { guard: combined("a") },
      { guard: combined("b") },
    ];
    const versions = changed.map((transition) =>
      machineVersion({ machine: { ...machine, config: { on: { NEXT: transition } } } } as never),
    );
    expect(new Set(versions).size).toBe(4);
  });
});

describe("the code of a rule", () => {
  const folder = mkdtempSync(join(tmpdir(), "code-"));
  const helper = join(folder, "helper.ts");
  const rule = pathToFileURL(join(folder, "rule.ts"));
  writeFileSync(
    rule,
    'import { limit } from "./helper.ts";\nexport const isOld = (years: number) => years > limit;',
  );
  const codeWith = (source: string) => {
    writeFileSync(helper, source);
    return codeOf(rule);
  };
  const before = codeWith("export const limit = 5;");

  it("changes with a helper that the rule refers to", () => {
    expect(codeWith("export const limit = 6;")).not.toBe(before);
  });

  it("stays with the helper's comments and formatting", () => {
    expect(codeWith("/** In years. */\nexport const limit =\n  5; // as the law has it")).toBe(before);
  });

  it("is every token of every file below machines/, and no comment", () => {
    for (const file of globSync("machines/**/*.ts")) {
      const source = readFileSync(file, "utf8");
      expect(withoutComments(source).replace(/\s+/g, ""), file).toBe(tokensOf(source).replace(/\s+/g, ""));
    }
  });
});

function combined(guard: string) {
  return Object.assign(function and() {}, { guards: [guard] });
}

function tokensOf(source: string): string {
  const words: string[] = [];
  const visit = (node: ts.Node) => {
    const inner = node.getChildren().filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
    if (inner.length > 0) inner.forEach(visit);
    else words.push(node.getText());
  };
  visit(ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true));
  return words.join(" ");
}
