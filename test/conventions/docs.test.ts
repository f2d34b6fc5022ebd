import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { claimpath } from "../../services/commands/commands.ts";
import { documents, filesIn } from "../support/source-files.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const settings = readFileSync(".env.example", "utf8").match(/^[A-Z_]+(?==)/gm)!;
const all = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tools/lab/README.md", ...documents];

describe.each(all)("%s", (path) => {
  const text = readFileSync(path, "utf8");

  it("names files that there are", () => {
    const named = text.matchAll(/`((?:app|docs|machines|public|services|test|tools)\/[\w./$[\]-]+)`/g);
    const missing = [...named].map(([, file]) => file!).filter((file) => !existsSync(file));
    expect(missing.filter((file) => !/^test\/output\b/.test(file))).toEqual([]);
  });

  it("links to files that there are, and to headings in them", () => {
    for (const [, target] of text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:|^mailto:/.test(target!)) continue;
      const [file, heading] = target!.split("#");
      const at = file ? join(dirname(path), file) : path;
      expect(existsSync(at), target).toBe(true);
      if (heading) expect(headingsOf(at), target).toContain(heading);
    }
  });
});

it("comments, messages and examples name pages that there are", () => {
  const files = [
    ...filesIn("app", "machines", "services", "test", "tools"),
    ...readdirSync("docs/production", { recursive: true, encoding: "utf8" })
      .map((name) => join("docs/production", name))
      .filter((path) => statSync(path).isFile()),
    ...["docs/alerts.yml", ".env.example"],
  ];
  const named = files.flatMap(
    (path) => readFileSync(path, "utf8").match(/\bdocs\/[\w./-]+\.(?:md|json|yml)\b/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((page) => !existsSync(page))).toEqual([]);
});

it("commands that are named anywhere exist, with the options that they are given", () => {
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

it("commands are found in lines that wrap, with their options", () => {
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

it("the settings of a first production are settings", () => {
  const [, block] = readFileSync("docs/run-in-production.md", "utf8").match(
    /tee \/etc\/claimpath\/env[\s\S]*?\n([\s\S]*?)\nEND/,
  )!;
  const named = block!.split("\n").map((line) => line.split("=")[0]);
  expect(named).toContain("DATABASE_URL");
  for (const name of named.filter((name) => name !== "NODE_ENV")) expect(settings).toContain(name);
});

it("every alert has its row in the page for 3 a.m.", () => {
  const alerts = readFileSync("docs/alerts.yml", "utf8").match(/(?<=- alert: )\w+/g)!;
  const rows = readFileSync("docs/something-is-wrong.md", "utf8").match(/(?<=`)Claimpath\w+(?=`)/g)!;
  expect(alerts.length).toBeGreaterThan(20);
  expect(rows.toSorted()).toEqual(alerts.toSorted());
});

it("every metric has its row, and no other has one", () => {
  const kept = readFileSync("services/observe/metrics.ts", "utf8").match(/(?<=name: ")claimpath_\w+(?=")/g)!;
  const rows = readFileSync("docs/run-in-production.md", "utf8").match(/(?<=^\| `)claimpath_\w+(?=`)/gm)!;
  expect(kept.length).toBeGreaterThan(20);
  expect(rows.toSorted()).toEqual(kept.toSorted());
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

/** What `npm run`, or the script in docs/production, is given in an example or a sentence. */
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

/** They are listed there by their names. */
const tools = readFileSync("tools/run.mjs", "utf8");

function isCommand([script, ...words]: string[]): boolean {
  if (words[0] === "…") return script! in scripts;
  if (script === "claimpath") return isUnderstood(claimpath(), words);
  if (script === "leads" || script === "outbox") return isUnderstood(claimpath(), [script, ...words]);
  if (script === "tool") return words.length === 0 || new RegExp(`^  "?${words[0]}"?: [{]`, "m").test(tools);
  if (script === "lab") return words.length === 0 || existsSync(`tools/lab/${words[0]}/run.ts`);
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
