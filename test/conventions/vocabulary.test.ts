import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { documents, filesIn, parsed, root, visit } from "../support/source-files.ts";

/** Inventions that the code used to have, by what is said instead (docs/glossary.md). */
const bannedWords = {
  whoever: "the visitor, the receiver, the operator",
  anew: "again",
  astray: "unmatched",
  heeds: "handles",
  "parted by": "separated by",
  "by the word of": "according to",
};
const bannedNames = {
  told: "reported, reply, described",
  untold: "unreported",
  learned: "facts",
  worded: "localized",
  hurry: "retryNow",
  patience: "longestWait",
};

const sources = filesIn("app", "machines", "services", "test", "tools");
const own = "test/conventions/vocabulary.test.ts";
/** Prose for visitors, in which these words are everyday English. */
const isProse = (path: string) => /^app\/site\/content\/.+\.(md|yaml)$/.test(path);

it("no comment, title or document uses a banned word", () => {
  const words = RegExp(`\\b(${Object.keys(bannedWords).join("|")})\\b`, "i");
  const ours = documents.filter((path) => !path.startsWith("test/specification"));
  const found = [...sources, ...ours, "README.md", "CONTRIBUTING.md"]
    .filter((path) => path !== own && !isProse(path))
    .flatMap((path) => {
      const lines = readFileSync(join(root, path), "utf8").split("\n");
      return lines.flatMap((line, at) => (words.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : []));
    });
  expect(found).toEqual([]);
});

it("nothing is declared by a banned name", () => {
  const names = Object.keys(bannedNames);
  const found: string[] = [];
  for (const path of sources.filter((path) => /\.tsx?$/.test(path) && path !== own)) {
    const text = readFileSync(join(root, path), "utf8");
    if (!names.some((name) => text.includes(name))) continue;
    visit(parsed(path), (node) => {
      const declared =
        ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isParameter(node);
      const name = declared && node.name && ts.isIdentifier(node.name) ? node.name.text : "";
      if (names.includes(name)) found.push(`${path}: ${name}`);
    });
  }
  expect(found).toEqual([]);
});
