import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runProcess } from "../../support/run-command.ts";
import { root } from "../../support/source-files.ts";

/** A copy of the project with two commits, the second with a few edits, so that nobody's own history is needed. */
const project = mkdtempSync(join(tmpdir(), "claimpath-graphs-command-"));
const git = (...args: string[]) => execFileSync("git", args, { cwd: project, stdio: "ignore" });
const commit = (message: string) => {
  git("add", "machines", "package.json");
  git("-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "-m", message);
};
const edit = (file: string, from: string, to: string) => {
  const text = readFileSync(join(project, file), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(project, file), text.replace(from, to));
};

beforeAll(() => {
  for (const part of ["app/graphs", "machines", "services", "tools", "package.json", "tsconfig.json"])
    cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  git("init", "-q");
  commit("before");
  edit("machines/variants/c.ts", "meta: { progress: 30 }", "meta: { progress: 31 }");
  edit(
    "machines/rules/limits.ts",
    "WILLING_TO_TREAT_DAYS: number = 14",
    "WILLING_TO_TREAT_DAYS: number = 15",
  );
  // The step that asks for nothing else.
  const accepts = `        onDone: [
          { guard: "noSuchZip", target: "asking", actions: "askAboutZip" },
          { target: "accepted", actions: "storePlace" },`;
  edit(
    "machines/parts/contact.ts",
    `zip: context.answers.zip_code ?? "" }),\n${accepts}`,
    `zip: context.answers.zip_code ?? "0" }),\n${accepts}`,
  );
  edit("machines/guards.ts", "/** Spec 4.1, v4nv:", "/** As the specification has it, v4nv:");
  commit("after");
});
afterAll(() => rmSync(project, { recursive: true }));

const run = (line: string) => runProcess(line, {}, { file: "tools/graphs/run.ts", project });

/**
 * The output of the copy's own modules, in this process: they are loaded once, and each revision's charts with every
 * call.
 */
async function diff(first: string, second?: string, options = {}): Promise<string> {
  const module = pathToFileURL(join(project, "tools/graphs/print-differences.ts")).href;
  const { printDifferences } = await import(module);
  let said = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text, ...more) => {
    said += text;
    for (const each of more as unknown[]) if (typeof each === "function") each();
    return true;
  });
  await printDifferences(first, second, options).finally(() => write.mockRestore());
  return said;
}

describe("npm run tool -- graphs diff", () => {
  it("shows how two revisions differ, chart by chart, and leaves the working tree alone", async () => {
    const stdout = await diff("HEAD~1", "HEAD");
    expect(stdout).toContain(
      'c\n  states: 1 changed\n    ~ AtFault\n        meta was {"progress":30}, is {"progress":31}\n',
    );
    expect(stdout).toMatch(
      /^v4nv\n {2}guards: 1 changed\n {4}~ mayStillTreat\n {8}code was \w{8}, is \w{8}\n {2}limits: 1 changed\n {4}~ WILLING_TO_TREAT_DAYS\n {8}value was 14, is 15\n(?! )/m,
    );
    expect(stdout).toMatch(/^v4nv-x1\n(?: .*\n)+? {2}services: 1 changed\n {4}~ lookUpZip\n/m);
    expect(stdout).not.toContain("drawn elsewhere");
    expect(stdout).toMatch(/\d+ of 36 charts are alike\n$/);
    const changes = execFileSync("git", ["status", "--porcelain", "machines"], {
      cwd: project,
      encoding: "utf8",
    });
    expect(changes).toBe("");
  });

  it("compares a chart with its earlier self, in words and as JSON", async () => {
    expect(await diff("c@HEAD", "c")).toBe("c@HEAD to c\n  alike\n");
    const { gained, lost, charts, views } = JSON.parse(await diff("c@HEAD~1", "HEAD", { json: true }));
    expect(views).toBeUndefined();
    expect([gained, lost, Object.keys(charts)]).toEqual([[], [], ["c@HEAD~1 to c@HEAD"]]);
    expect(charts["c@HEAD~1 to c@HEAD"].states.changed).toEqual([
      { id: "AtFault", how: ['meta was {"progress":30}, is {"progress":31}'] },
    ]);
  });

  it("lists limits of the lead by name and value, and its rules, and writes the drawn charts", async () => {
    edit("machines/rules/limits.ts", "ENOUGH_WORDS: number = 4", "ENOUGH_WORDS: number = 9");
    edit("machines/rules/limits.ts", "LAST_YEAR_DAYS: number = 365", "LAST_YEAR_DAYS: number = 100");
    edit("machines/rules/limits.ts", "EARLY_TREATMENT_DAYS: number = 15", "EARLY_TREATMENT_DAYS: number = 3");
    edit("machines/rules/qualification.ts", "days < LAST_YEAR_DAYS", "days <= LAST_YEAR_DAYS");
    const { charts, views } = JSON.parse(await diff("v4nv@HEAD", "v4nv", { json: true, views: true }));
    const { limits, rules } = charts["v4nv@HEAD to v4nv"];
    expect(limits.changed).toEqual(
      expect.arrayContaining([
        { id: "ENOUGH_WORDS", how: ["value was 4, is 9"] },
        { id: "LAST_YEAR_DAYS", how: ["value was 365, is 100"] },
        { id: "EARLY_TREATMENT_DAYS", how: ["value was 15, is 3"] },
      ]),
    );
    expect(rules.changed).toEqual([
      { id: "accidentWithinLastYear", how: [expect.stringMatching(/^code was /)] },
    ]);
    const drawn = views["v4nv@HEAD to v4nv"];
    expect(drawn.map(({ code }: { code: string }) => code)).toEqual(["v4nv", "v4nv"]);
  });

  it.each([
    ["c", "nope@HEAD", "There is no chart nope at HEAD."],
    ["nope", undefined, "There is neither a chart nor a git revision nope."],
    ["c@nowhere", "c", "There is neither a chart nor a git revision nowhere."],
  ])("%s and %s are refused in one sentence", async (one, other, sentence) => {
    await expect(diff(one, other)).rejects.toThrow(sentence);
  });

  it("an invalid command line ends with one sentence and status 2", async () => {
    const { status, stdout, stderr } = await run("diff a b c");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
  });
});

it("npm run tool -- graphs writes every chart in three formats, and removes stale files", async () => {
  const folder = join(project, "test/output/graphs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "gone.mmd"), "");
  const { status, stdout } = await run("");
  expect([status, stdout]).toEqual([0, "36 charts in three formats, in test/output/graphs\n"]);
  expect(readdirSync(folder)).toHaveLength(3 * 36);
  for (const [file, begin] of [
    ["v4nv.mmd", /^flowchart TD\n/],
    ["v4nv.scxml", /^<\?xml /],
    ["v4nv.machine.ts", /^import \{ createMachine \}/],
  ] as const)
    expect(readFileSync(join(folder, file), "utf8")).toMatch(begin);
});
