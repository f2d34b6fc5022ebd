import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./support/source-files.ts";
import { isTitle, type NamedTest, namedTests } from "./support/titles.ts";

type Row = { number: number; files: string[]; tests: NamedTest[] };
type Section = { heading: string; numbers: number[]; rows: Row[] };

/** Sections of the map by their headings, "2.4 Survey screens (85–160)"; a row per number below each. */
function sectionsOf(map: string): Section[] {
  return map
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const heading = section.split("\n", 1)[0]!;
      const [, first, last] = /\((\d+)–(\d+)\)$/.exec(heading) ?? [];
      const length = Number(last) - Number(first) + 1;
      return {
        heading,
        numbers: Array.from({ length }, (_, index) => Number(first) + index),
        rows: section
          .split("\n")
          .filter((line) => /^\| \d/.test(line))
          .map(rowOf),
      };
    });
}

function rowOf(line: string): Row {
  const [, number, , files = "", tests = ""] = line.split("|").map((cell) => cell.trim());
  return {
    number: Number(number),
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
    tests: namedTests(tests),
  };
}

const map = readFileSync(join(root, "docs/spec-map.md"), "utf8");
const sections = sectionsOf(map);

describe("the map of the specification", () => {
  it("has these sections", () => {
    expect(sections.map(({ heading }) => heading)).toEqual([
      "2.1 Site pages (25–51)",
      "2.2 Navigation bar and footer (52–78)",
      "2.3 Contact page (79–84)",
      "2.4 Survey screens (85–160)",
      "3 Entities (161–221)",
      "4.1 Survey flows (222–324)",
      "4.2 One-page, multi-step, ticket, benefits (325–337)",
      "4.3 Qualification, disqualification, submission (338–386)",
      "5 Validation (387–462)",
      "6 Roles (463–463)",
      "7 Calls (464–500)",
      "8 Errors (501–507)",
      "9 Constants (508–523)",
    ]);
  });

  describe.each(sections)("$heading", ({ numbers, rows }) => {
    it("names every number once, in order", () => {
      expect(rows.map(({ number }) => number)).toEqual(numbers);
    });

    it("names files and tests for each", () => {
      const bare = rows.filter(({ files, tests }) => !files.length || !tests.length);
      expect(bare.map(({ number }) => number)).toEqual([]);
    });

    it("names files that exist", () => {
      const named = rows.flatMap(({ files, tests }) => [...files, ...tests.map(({ file }) => file)]);
      expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    });

    it("names tests by their titles", () => {
      const tests = rows.flatMap(({ tests }) => tests).filter(({ file }) => existsSync(join(root, file)));
      expect(tests.filter((test) => !isTitle(test))).toEqual([]);
    });
  });
});

describe("the map's reader", () => {
  const line = "| 85 | a header | `a.ts`, `b.ts` | `test/x.test.ts` “one”, “two › %s” |";

  it("reads a row", () => {
    expect(rowOf(line)).toEqual({
      number: 85,
      files: ["a.ts", "b.ts"],
      tests: [
        { file: "test/x.test.ts", title: "one" },
        { file: "test/x.test.ts", title: "two › %s" },
      ],
    });
  });

  it("reads a section's numbers and rows", () => {
    const [section] = sectionsOf(`# Map\n\n## 1 Things (84–86)\n\n| No. | R | F | T |\n${line}\n`);
    expect([section?.numbers, section?.rows.map(({ number }) => number)]).toEqual([[84, 85, 86], [85]]);
  });

  it("knows a title from other text of the file", () => {
    const file = "test/spec-map.test.ts";
    expect(isTitle({ file, title: "reads a row" })).toBe(true);
    expect(isTitle({ file, title: "the map's reader › reads a row" })).toBe(true);
    expect(isTitle({ file, title: "$heading › names files that exist" })).toBe(true);
    expect(isTitle({ file, title: "reads a" })).toBe(false);
    expect(isTitle({ file, title: "the map's reader › names files that exist" })).toBe(false);
    expect(isTitle({ file, title: "docs/spec-map.md" })).toBe(false);
  });
});
