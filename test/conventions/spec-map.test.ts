import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesIn, importsOf, root } from "../support/source-files.ts";
import { type TaggedTest, taggedIn, taggedTests, threats } from "../support/tagged-tests.ts";

/** Where the program begins: its server, its routes, the browser's entry, its commands and its build. */
const entries =
  /^(app\/(root|entry\.(client|server))\.tsx|app\/routes\/.+|app\/(survey\/server|themes)\/route\.tsx|app\/site\/.+-route\.tsx|app\/features\/[\w-]+\/(.+-)?route\.tsx|app\/server\/(.+\.mjs|main\.ts|building\/finish\.ts)|app\/graphs\/follow\.ts|services\/(commands\/.+|providers\/zip-lookup\/pack\.ts)|services\/features\/numbers\/index-thread\.ts|(remix|vite)\.config\.(js|ts))$/;

/** Every file of the program that an import walk from its entries comes to, those that only lend types left out. */
function reachedFiles(): Set<string> {
  const program = [...filesIn("app", "machines", "services"), "remix.config.js", "vite.config.ts"];
  const reached = walk(
    program.filter((file) => entries.test(file)),
    (file) => importsOf(file).filter(({ own, typeOnly }) => own && !typeOnly),
  );
  // It reads its folder.
  if (reached.has("app/site/content/pages.ts"))
    for (const file of globSync("{app/site/content,services/words}/**/*.{md,yaml}", { cwd: root }))
      reached.add(file);
  return reached;
}

/** True for a test file that goes through the program's own entry: a request, a press, a command, a delivered body. */
function startsTheProgram(testFile: string): boolean {
  const known = walk([testFile], (file) =>
    /^(test|tools)\//.test(file) ? importsOf(file).filter(({ own }) => own) : [],
  );
  return starters.some((starter) => known.has(starter));
}

function walk(from: readonly string[], next: (file: string) => readonly { to: string }[]): Set<string> {
  const known = new Set(from);
  // A style sheet's text is imported with a query.
  for (const file of known) for (const { to } of next(file)) known.add(to.replace(/\?.*$/, ""));
  return known;
}

/** What starts the program for a test: its process, its commands, or its whole server in the test's own process. */
const starters = ["test/support/site.ts", "test/support/run-command.ts", "app/server/app.ts"];

/** A requirement by its number, or a threat ("T20"). */
type Held = { number: string; text: string };
type Requirement = Held & { section: string; files: string[] };

/** The list of requirements: a row per number, below the heading of its section. */
function requirementsOf(list: string): Requirement[] {
  return list
    .split(/^## /m)
    .slice(1)
    .flatMap((part) =>
      part
        .split("\n")
        .filter((line) => /^\| \d/.test(line))
        .map((line) => {
          const [, number, text = "", files = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
          return {
            section: part.split("\n", 1)[0]!,
            number: number!,
            text,
            files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
          };
        }),
    );
}

const requirements = requirementsOf(readFileSync(join(root, "test/specification/requirements.md"), "utf8"));
const tests = taggedTests();
const throughProgram = new Set([...new Set(tests.map(({ file }) => file))].filter(startsTheProgram));
const holding = (number: string) => tests.filter(({ held }) => held.includes(number));
const isHeld = (number: string) => holding(number).some(({ file }) => throughProgram.has(file));
const byUnits = requirements.filter(({ number }) => !isHeld(number));
const reached = reachedFiles();

const known = [...requirements, ...threats].map(({ number }) => number);

describe("the requirements", () => {
  it("are numbered from 1 to 523, and the threats in order", () => {
    const upTo = (last: number) => Array.from({ length: last }, (_, at) => String(at + 1));
    expect(known).toEqual([...upTo(523), ...threats.map(({ number }) => number)]);
    const numbers = threats.map(({ number }) => Number(number.slice(1)));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });

  it("are each met by files that the program reaches from its entry points", () => {
    const unmet = requirements.filter(({ files }) => files.length === 0);
    const unreached = requirements.flatMap(({ number, files }) =>
      files
        .filter((file) => !existsSync(join(root, file)) || !reached.has(file))
        .map((file) => [number, file]),
    );
    expect(unmet.map(({ number }) => number)).toEqual([]);
    expect(unreached).toEqual([]);
  });

  it("are each held by a test, as are the threats", () => {
    expect(known.filter((number) => holding(number).length === 0)).toEqual([]);
  });

  it("include the threats that docs/security.md picks out", () => {
    const picked = readFileSync(join(root, "docs/security.md"), "utf8").match(/\bT\d+\b/g)!;
    expect(picked.length).toBeGreaterThan(40);
    expect(picked.filter((number) => !known.includes(number))).toEqual([]);
  });

  it("and the threats are the only numbers that tests use", () => {
    const named = tests.flatMap(({ file, held }) => held.map((number) => ({ file, number })));
    expect(named.filter(({ number }) => !known.includes(number))).toEqual([]);
  });

  it("that only unit tests hold are in code that the program reaches from its entry points", () => {
    const files = new Set(byUnits.flatMap(({ number }) => holding(number).map(({ file }) => file)));
    const unreached = [...files]
      .flatMap((file) => importsOf(file))
      .filter(({ to, own, typeOnly }) => own && !typeOnly && !/^(test|tools)\//.test(to) && !reached.has(to));
    expect(unreached.map(({ from, to }) => `${from} tests ${to}`)).toEqual([]);
  });

  it("are mapped to their tests in test/output/spec-map.md", () => {
    mkdirSync(join(root, "test/output"), { recursive: true });
    writeFileSync(join(root, "test/output/spec-map.md"), map());
    expect(map().match(/^\| T?\d+ \|/gm)).toHaveLength(known.length);
  });
});

function map(): string {
  const sections = [...new Set(requirements.map(({ section }) => section))];
  return [
    "# Where each requirement is held",
    "",
    "Generated from test/specification/requirements.md, threats.md beside it and the numbers that tests carry",
    '(`holds(94, "T20")`).',
    "A test goes through the program when it sends a request, presses a button in Chromium, runs a command or reads what a",
    `receiver got: so are ${requirements.length - byUnits.length} of ${requirements.length} held. The other ${byUnits.length} are held by units, whose code an import walk from`,
    "the program's entries reaches; code that nothing but tests uses fails `npm test`.",
    ...sections.flatMap((section) => [
      head(section, "Requirement"),
      ...requirements.filter((each) => each.section === section).map(row),
    ]),
    head("Threats and faults", "Threat or fault"),
    ...threats.map(({ number, threat }) => row({ number, text: threat })),
    "",
  ].join("\n");
}

function head(heading: string, subject: string): string {
  return `\n## ${heading}\n\n| No. | ${subject} | Through the program | By units |\n| --- | --- | --- | --- |`;
}

function row({ number, text }: Held): string {
  const [program, units] = [true, false].map((through) =>
    named(holding(number).filter(({ file }) => throughProgram.has(file) === through)),
  );
  return `| ${number} | ${text} | ${program} | ${units} |`;
}

function named(held: readonly TaggedTest[]): string {
  return [...new Set(held.map(({ file }) => file))]
    .map((file) => {
      const titles = held
        .filter((test) => test.file === file)
        .map(({ title }) => `“${title.replaceAll("|", "\\|")}”`);
      return `\`${file}\` ${titles.join(", ")}`;
    })
    .join("<br>");
}

describe("the map's reader", () => {
  const source = (text: string) => ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);

  it("parses a row of the list", () => {
    expect(requirementsOf("# R\n\n## 1 Things (84–85)\n\n| 85 | a \\| header | `a.ts`, `b.ts` |\n")).toEqual([
      { section: "1 Things (84–85)", number: "85", text: "a \\| header", files: ["a.ts", "b.ts"] },
    ]);
  });

  it("finds the numbers that tests carry", () => {
    const text =
      'describe("a", holds(1), () => { it.each([2])("b %s", { ...holds(3, "T4"), timeout: 5 }, () => {}); it("c", () => holds(6)); }); const rows = [{ title: "d", shows: [7, x ? 8 : 9] }]; it(title, holds(...shows), f);';
    expect(taggedIn("x.ts", source(text))).toEqual([
      { file: "x.ts", title: "a", held: ["1"] },
      { file: "x.ts", title: "b %s", held: ["3", "T4"] },
      { file: "x.ts", title: "d", held: ["7", "8", "9"] },
    ]);
  });

  it("distinguishes tests that start the program from those that do not", () => {
    expect(startsTheProgram("test/site/site-pages.test.ts")).toBe(true);
    expect(startsTheProgram("test/services/commands/commands.test.ts")).toBe(true);
    expect(startsTheProgram("test/machines/rules/dates.test.ts")).toBe(false);
  });

  it("distinguishes what the program reaches from what only tests use", () => {
    expect(reached.has("machines/rules/dates.ts")).toBe(true);
    expect(reached.has("services/providers/http.ts")).toBe(true);
    expect(reached.has("test/support/holds.ts")).toBe(false);
  });
});

/** Requirements of OWASP ASVS 5.0.0 at levels 1 and 2, by chapter. */
const asvsIds: Readonly<Record<number, string>> = {
  1: "1.1 1.2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 4.1 4.2 4.3 5.1 5.2",
  2: "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 3.4 4.1",
  3: "2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 4.6 5.1 5.2 5.3 5.4 5.5 7.1 7.2",
  4: "1.1 1.2 1.3 2.1 3.1 3.2 4.1 4.2 4.3 4.4",
  5: "1.1 2.1 2.2 2.3 3.1 3.2 4.1 4.2 4.3",
  6: "1.1 1.2 1.3 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 5.5 6.1 6.2 6.3 8.1 8.2 8.3 8.4",
  7: "1.1 1.2 1.3 2.1 2.2 2.3 2.4 3.1 3.2 4.1 4.2 4.3 4.4 4.5 5.1 5.2 6.1 6.2",
  8: "1.1 1.2 2.1 2.2 2.3 3.1 4.1",
  9: "1.1 1.2 1.3 2.1 2.2 2.3 2.4",
  10: "1.1 1.2 2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11 5.1 5.2 5.3 5.4 5.5 6.1 6.2 7.1 7.2 7.3",
  11: "1.1 1.2 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 5.1 6.1",
  12: "1.1 1.2 1.3 2.1 2.2 3.1 3.2 3.3 3.4",
  13: "1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 4.1 4.2 4.3 4.4 4.5",
  14: "1.1 1.2 2.1 2.2 2.3 2.4 3.1 3.2 3.3",
  15: "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 3.4 3.5 3.6 3.7",
  16: "1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 4.3 5.1 5.2 5.3",
  17: "1.1 2.1 2.2 2.3 2.4 3.1 3.2",
};

const ids = Object.entries(asvsIds).flatMap(([chapter, rest]) =>
  rest.split(" ").map((id) => `${chapter}.${id}`),
);
const reasons = /^(?:Not applicable|Exception|By design|Operator): \S/;

/** Rows of the document's tables whose first cell is an id, or with a star all ids that begin so. */
const rows = readFileSync(join(root, "test/specification/asvs.md"), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, id]) => /^\d+\.[\d.]*[\d*]$/.test(id ?? ""))
  .map(([, id, subject, proof]) => ({
    id: id!,
    subject: subject!,
    proof: proof!,
    tests: [...proof!.matchAll(/`((?:test|tools\/lab)\/[^`]+\.test\.tsx?)`/g)].map(([, file]) => file!),
  }));

const covered = (id: string) =>
  id.endsWith("*") ? ids.filter((each) => each.startsWith(id.slice(0, -1))) : [id];

describe("the list of the ASVS", () => {
  it("has every requirement of levels 1 and 2 once, in order", () => {
    expect(ids.length).toBe(253);
    expect(rows.flatMap(({ id }) => covered(id))).toEqual(ids);
  });

  it("has a test or a reason for each requirement", () => {
    const bare = rows.filter(({ proof, tests }) => tests.length === 0 && !reasons.test(proof));
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it("groups requirements only where they do not apply", () => {
    const stars = rows.filter(({ id }) => id.endsWith("*"));
    expect(stars.filter(({ proof }) => !proof.startsWith("Not applicable: "))).toEqual([]);
  });

  it("describes each requirement in a dozen words at most", () => {
    const long = rows.filter(({ subject }) => subject === "" || subject.split(/\s+/).length > 12);
    expect(long.map(({ id }) => id)).toEqual([]);
  });

  it("names existing tests only", () => {
    const named = rows.flatMap(({ id, tests }) => tests.map((file) => ({ id, file })));
    expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  });
});
