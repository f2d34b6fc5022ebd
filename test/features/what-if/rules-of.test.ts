import { cpSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { leadCodeIn, rulesOf, usualRules } from "../../../tools/features/what-if/worlds.ts";
import { root } from "../../support/source-files.ts";

const variant = variants.get("c")!;
const rulesIn = (folder: string, site = usualRules) => rulesOf(leadCodeIn(folder), variant, site);

/** Whether the rules of leads are other ones once a file of the project has something else in place of a text. */
function isOther(file: string, text: string, other: string): boolean {
  using folder = mkdtempDisposableSync(join(tmpdir(), "rules-"));
  cpSync(join(root, "machines"), join(folder.path, "machines"), { recursive: true });
  const before = rulesIn(folder.path);
  const path = join(folder.path, "machines", file);
  const code = readFileSync(path, "utf8");
  expect(code).toContain(text);
  writeFileSync(path, code.replace(text, other));
  return rulesIn(folder.path) !== before;
}

it.each([
  [
    "a limit that leads are judged by",
    "rules/limits.ts",
    "ENOUGH_WORDS: number = ",
    "ENOUGH_WORDS: number = 1 + ",
  ],
  ["the code that derives them", "lead/derive.ts", "return {", "return { unused: 1,"],
  ["a phrase they are searched for", "rules/phrases/second-list.en.json", "two years ago", "2 years ago"],
])("%s is a rule of leads", (_, file, text, other) => {
  expect(isOther(file, text, other)).toBe(true);
});

it.each([
  ["a comment", "lead/derive.ts", "\nexport function", "\n// Why.\nexport function"],
  [
    "how a sentence is put",
    "messages/error-sentence.ts",
    "export function",
    "export const unused = 1;\nexport function",
  ],
  [
    "a limit that only questions go by",
    "rules/limits.ts",
    "WILLING_TO_TREAT_DAYS: number = 14",
    "WILLING_TO_TREAT_DAYS: number = 400",
  ],
  ["a chart", "variants/c.ts", "import", "const unused = 1;\nimport"],
  ["a question", "steps/alcohol.ts", "import", "const unused = 1;\nimport"],
])("%s is none", (_, file, text, other) => {
  expect(isOther(file, text, other)).toBe(false);
});

it("a setting that leads are judged by is one", () => {
  const other = { ...usualRules, forceEarlyTreatment: false };
  expect(rulesIn(root, other)).not.toBe(rulesIn(root));
});
