import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { claimpath } from "../../services/commands/commands.ts";
import { allFeatures } from "../../services/features.ts";
import { documents, filesIn, parsed, root, visit } from "../support/source-files.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const settings = readFileSync(".env.example", "utf8").match(/^[A-Z_]+(?==)/gm)!;
const all = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tools/lab/README.md", ...documents];

describe.each(all)("%s", (path) => {
  const text = readFileSync(path, "utf8");

  it("names existing files only", () => {
    const named = text.matchAll(/`((?:app|docs|machines|public|services|test|tools)\/[\w./$[\]-]+)`/g);
    const missing = [...named].map(([, file]) => file!).filter((file) => !existsSync(file));
    expect(missing.filter((file) => !/^test\/output\b/.test(file))).toEqual([]);
  });

  it("links to existing files, and to existing headings in them", () => {
    for (const [, target] of text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:|^mailto:/.test(target!)) continue;
      const [file, heading] = target!.split("#");
      const at = file ? join(dirname(path), file) : path;
      expect(existsSync(at), target).toBe(true);
      if (heading) expect(headingsOf(at), target).toContain(heading);
    }
  });
});

describe("what docs, comments and messages name", () => {
  it("comments, messages and examples name existing pages only", () => {
    const files = [
      ...filesIn("app", "machines", "services", "test", "tools"),
      ...readdirSync("docs/production", { recursive: true, encoding: "utf8" })
        .map((name) => join("docs/production", name))
        .filter((path) => statSync(path).isFile()),
      "docs/alerts.yml",
      ".env.example",
    ];
    const named = files.flatMap(
      (path) => readFileSync(path, "utf8").match(/\bdocs\/[\w./-]+\.(?:md|json|yml)\b/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((page) => !existsSync(page))).toEqual([]);
  });

  it("every command named anywhere exists, with the options given to it", () => {
    const files = [
      ...all,
      ".env.example",
      "docs/alerts.yml",
      "docs/production/claimpath",
      ...filesIn("app", "machines", "services", "test", "tools").filter(
        (path) => path !== "test/conventions/docs.test.ts",
      ),
    ];
    const unknown = files.flatMap((path) =>
      commandsIn(readFileSync(path, "utf8"))
        .filter((words) => !isCommand(words))
        .map((words) => `${path}: ${words.join(" ")}`),
    );
    expect(unknown).toEqual([]);
  });

  it("commands are found across wrapped lines, with their options", () => {
    const text =
      "`npm run --silent\n * claimpath -- privacy delete\n--email <e-mail address> --yes` or npm run tool, or so.";
    expect(commandsIn(`${text} sudo -u claimpath claimpath doctor\n`)).toEqual([
      ["claimpath", "privacy", "delete", "--email", "…", "--yes"],
      ["tool"],
      ["claimpath", "doctor"],
    ]);
    const wrong = ["frob", "claimpath frob", "leads frob", "outbox list --frob", "tool frob"];
    expect(wrong.filter((line) => isCommand(line.split(" ")))).toEqual([]);
  });

  it("the settings of a first production are real settings", () => {
    const [, block] = readFileSync("docs/run-in-production.md", "utf8").match(
      /tee \/etc\/claimpath\/env[\s\S]*?\n([\s\S]*?)\nEND/,
    )!;
    const named = block!.split("\n").map((line) => line.split("=")[0]);
    expect(named).toContain("DATABASE_URL");
    for (const name of named.filter((name) => name !== "NODE_ENV")) expect(settings).toContain(name);
  });
});

describe("what is watched", () => {
  it("every alert has its row in the page for 3 a.m.", () => {
    const alerts = readFileSync("docs/alerts.yml", "utf8").match(/(?<=- alert: )\w+/g)!;
    const rows = readFileSync("docs/something-is-wrong.md", "utf8").match(/(?<=`)Claimpath\w+(?=`)/g)!;
    expect(alerts.length).toBeGreaterThan(20);
    expect(rows.toSorted()).toEqual(alerts.toSorted());
  });

  it("every metric has its row, and there is no other row", () => {
    const kept = [
      ...readFileSync("services/observe/metrics.ts", "utf8").match(/(?<=name: ")claimpath_\w+(?=")/g)!,
      ...allFeatures.flatMap(({ counters = {} }) => Object.keys(counters)),
    ];
    const rows = readFileSync("docs/run-in-production.md", "utf8").match(/(?<=^\| `)claimpath_\w+(?=`)/gm)!;
    expect(kept.length).toBeGreaterThan(20);
    expect(rows.toSorted()).toEqual(kept.toSorted());
  });
});

/** The anchors a Markdown file has, as code hosts make them of its headings, and its own. */
function headingsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)];
}

/** The arguments of `npm run`, or of the script in docs/production, in an example or a sentence. */
function commandsIn(text: string): string[][] {
  const line = text.replaceAll(/\s*\n[\s*]*/g, " ").replaceAll(/<[a-z][^<>]*>/g, "…");
  const words = "[^`\"'#;:()<>|&$,]*";
  const found = [
    ...line.matchAll(RegExp(`npm run (?:--silent |-s )?([a-z-]+)(?: -- (${words}))?`, "g")),
    ...line.matchAll(RegExp(`(?:-u|\\*) claimpath (claimpath) (\\w${words})`, "g")),
    ...line.matchAll(RegExp(`\`(claimpath) ([a-z]${words})\``, "g")),
  ];
  return found.map(([, script, rest = ""]) => [
    script!,
    ...rest.split(" ").filter((word) => /^(--)?\w|^…$/.test(word)),
  ]);
}

const program = await claimpath();

/** They are listed there by their names. */
const tools = readFileSync("tools/run.mjs", "utf8");

function isCommand([script, ...words]: string[]): boolean {
  if (words[0] === "…") return script! in scripts;
  if (script === "claimpath") return isUnderstood(program, words);
  if (script === "leads" || script === "outbox") return isUnderstood(program, [script, ...words]);
  if (script === "tool") return words.length === 0 || new RegExp(`^  "?${words[0]}"?: [{]`, "m").test(tools);
  if (script === "lab")
    return (
      words.length === 0 ||
      new RegExp(`^  ${words[0]}: `, "m").test(readFileSync("tools/lab/run.mjs", "utf8"))
    );
  return script! in scripts;
}

/** Whether the words lead to a command of the program, with options that it has. */
function isUnderstood({ commands, options }: Command, words: string[]): boolean {
  const command = commands.find((each) => each.name() === words[0]);
  if (command) return isUnderstood(command, words.slice(1));
  const given = words.filter((word) => word.startsWith("--"));
  const names = ["--help", ...options.map(({ long }) => long)];
  return (
    given.every((word) => names.includes(word)) && (commands.length === 0 || given.length === words.length)
  );
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const files = [
  ...filesIn("app", "machines", "services", "test", "tools"),
  ...documents,
  "README.md",
  "CONTRIBUTING.md",
  "tools/lab/README.md",
].filter((path) => path !== "test/conventions/docs.test.ts");

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

describe("a citation", () => {
  it("the search for citations reads lists, ranges and line breaks", () => {
    const numbers = (text: string) => cited(text).map(({ kind, number }) => `${kind} ${number}`);
    expect(numbers("(spec 4.1, 5.6b and 7; rulings 2,\n * 4 to 6)")).toEqual(
      ["spec 4.1", "spec 5.6b", "spec 7", "ruling 2", "ruling 4", "ruling 5", "ruling 6"], //
    );
  });

  it("cites existing sections and rulings only", () => {
    const dangling = files.flatMap((path) =>
      cited(read(path))
        .filter(({ kind, number }) => !known[kind]!.has(number))
        .map(({ kind, number }) => `${path}: ${kind} ${number}`),
    );
    expect(dangling).toEqual([]);
  });

  it("cites decisions by their exact headings, across lines of a comment too", () => {
    const headings = read("docs/decisions.md").match(/(?<=^### ).+/gm)!;
    const quoted = /\bdecision(?:\s|\n\s*[*/]+)+"([^"]+)"/g;
    const named = files.flatMap((path) =>
      [...read(path).matchAll(quoted)].map(([, name]) => ({
        path,
        name: name!.replaceAll(/\s[\s*/]*/g, " "),
      })),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ name }) => !headings.includes(name))).toEqual([]);
  });

  it("says spec, ruling or decision, so that every number is clear", () => {
    const old = /\b(?:specification|specification sections?|decisions?|ADRs?)(?:\s|\n\s*\*)+\d[\d.]*/gi;
    const wrong = files.flatMap((path) => [...read(path).matchAll(old)].map(([text]) => `${path}: ${text}`));
    expect(wrong).toEqual([]);
  });

  it("the list of rulings has each of them once, in order", () => {
    const rulings = [...known.ruling!].map(Number);
    expect(rulings).toEqual(rulings.map((_, at) => at + 1));
  });
});

/** Invented terms of former code, with their replacements (docs/glossary.md). */
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
const own = "test/conventions/docs.test.ts";
/** Prose for visitors, in which these words are everyday English. */
const isProse = (path: string) => /^app\/site\/content\/.+\.(md|yaml)$/.test(path);

describe("a banned word", () => {
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
});
