import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../support/source-files.ts";

const project = mkdtempSync(join(tmpdir(), "claimpath-mistakes-"));
const chart = "machines/variants/c.ts";
const written = readFileSync(join(root, chart), "utf8");
beforeAll(() => {
  for (const part of ["app", "machines", "services", "test", "tools", "package.json"])
    cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
});
afterAll(() => rmSync(project, { recursive: true }));

const toolOn = (file: string, text: string, ...args: string[]) => runOn(file, text, "tools/run.mjs", ...args);

function runOn(file: string, text: string, ...args: string[]) {
  const before = readFileSync(join(project, file), "utf8");
  writeFileSync(join(project, file), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
  writeFileSync(join(project, file), before);
  return { status, said: (stdout + stderr).trim().split("\n").at(-1), all: stdout + stderr };
}

const edited = (from: string, to: string) => {
  expect(written).toContain(from);
  return written.replace(from, to);
};

it.each([
  [
    "a target that does not exist",
    'NEXT: "HasLawyer"',
    'NEXT: "HasLawyr"',
    ["paths", "c"],
    /^machines\/variants\/c\.ts:\d+: .*'HasLawyr' does not exist on 'c'\. Did you mean HasLawyer\?$/,
  ],
  [
    "a syntax error",
    "states: {",
    "states: {{",
    ["lint", "c"],
    /^machines\/variants\/c\.ts:\d+: Unexpected token .*\. Fix what the message says; /,
  ],
  [
    "a guard without a name",
    'NEXT: "IncidentDescription"',
    'NEXT: { guard: () => false, target: "IncidentDescription" }',
    ["lint", "c"],
    /^machines\/variants\/c\.ts:\d+: HasLawyer asks a function, which has no name for drawings/,
  ],
] as const)("%s is one sentence with its place", (_name, from, to, args, sentence) => {
  const { status, said, all } = toolOn(chart, edited(from, to), ...args);
  expect(status).toBe(1);
  expect(said).toMatch(sentence);
  expect(all).not.toMatch(/^ {4}at /m);
});

it.each([
  ['guard: "activeInsurance"', 'guard: "activeInsurence"', "There is no guard activeInsurence."],
  [
    'target: "PoliceReportFiled", actions',
    'target: "PolicReportFiled", actions',
    "'PolicReportFiled' does not",
  ],
])("a misspelled %s is shown in its part, not at the chart's beginning", (from, to, words) => {
  const text = readFileSync(join(root, "machines/parts/v4nv.ts"), "utf8");
  expect(text).toContain(from);
  const { status, all } = toolOn("machines/parts/v4nv.ts", text.replace(from, to), "lint", "v4nv");
  expect(status).toBe(1);
  const line = text.slice(0, text.indexOf(from)).split("\n").length;
  const said = all.split("\n").filter((each) => each.includes(words));
  expect(said).not.toEqual([]);
  for (const each of said) expect(each).toContain(`machines/parts/v4nv.ts:${line}: `);
});

it("a site does not start with a chart that would give a visitor an error", () => {
  const text = edited('guard: "notInjured"', 'guard: "notInjred"');
  const { status, said, all } = runOn(chart, text, "app/server/main.ts");
  expect(status).toBe(1);
  expect(said).toMatch(
    /^machines\/variants\/c\.ts:\d+: There is no guard notInjred\. Did you mean notInjured\?$/,
  );
  expect(all.trim().split("\n")).toHaveLength(1);
});

it("the mistakes in a file's second survey are shown there", () => {
  const second = edited('code: "c"', 'code: "summer"')
    .replace('id: "c"', 'id: "summer"')
    .replace("export const c ", "export const summer ")
    .replace(/ {4}"\/survey[\s\S]*?\n {2}\}/, '"/survey/summer": {} }')
    .replace('NEXT: "HasLawyer"', 'NEXT: "HasLawyer", NXT: "HasLawyer"')
    .replace(/^import .*\n/gm, "");
  const index = readFileSync(join(root, "machines/variants/index.ts"), "utf8");
  writeFileSync(join(project, chart), `${written}\n${second}`);
  const { status, said } = toolOn(
    "machines/variants/index.ts",
    index.replace("export { c }", "export { c, summer }"),
    "paths",
    "summer",
  );
  writeFileSync(join(project, chart), written);
  expect(status).toBe(1);
  expect(said).toMatch(
    /^machines\/variants\/c\.ts:\d+: \w+ hears NXT, an event that nothing sends\. Did you mean NEXT\?$/,
  );
});

it("paths reports states from which no path leads to an end", () => {
  const text = edited(
    'NEXT: "IncidentDescription"',
    'NEXT: { guard: "notInjured", target: "IncidentDescription" }',
  );
  const { status, said } = toolOn(chart, text, "paths", "c");
  expect(status).toBe(1);
  expect(said).toMatch(/^machines\/variants\/c\.ts:\d+: No path leads from \w+ to an end\. Add a transition/);
});

it("a bug in a tool keeps its stack", () => {
  const run = readFileSync(join(root, "tools/lint/run.ts"), "utf8");
  const { status, all } = toolOn("tools/lint/run.ts", `${run}\nthrow new Error("a bug");\n`, "lint", "c");
  expect(status).toBe(1);
  expect(all).toMatch(/^Error: a bug\n {4}at file:.*tools\/lint\/run\.ts/m);
});
