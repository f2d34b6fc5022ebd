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

function toolOn(file: string, text: string, ...args: string[]) {
  const before = readFileSync(join(project, file), "utf8");
  writeFileSync(join(project, file), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tools/run.mjs", ...args], {
    cwd: project,
    encoding: "utf8",
  });
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
    ["lint"],
    /^machines\/variants\/c\.ts:\d+: Unexpected token .*\. Fix what the message says; /,
  ],
  [
    "a guard without a name",
    'NEXT: "IncidentDescription"',
    'NEXT: { guard: () => false, target: "IncidentDescription" }',
    ["lint"],
    /^machines\/variants\/c\.ts:\d+: This guard or action needs a name: \(\) => false\. /,
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
])("a misspelled %s is shown in the part that has it, not where the chart begins", (from, to, words) => {
  const text = readFileSync(join(root, "machines/v4nv-parts.ts"), "utf8");
  expect(text).toContain(from);
  const { status, all } = toolOn("machines/v4nv-parts.ts", text.replace(from, to), "lint");
  expect(status).toBe(1);
  const line = text.slice(0, text.indexOf(from)).split("\n").length;
  const said = all.split("\n").filter((each) => each.includes(words));
  expect(said).not.toEqual([]);
  for (const each of said) expect(each).toContain(`machines/v4nv-parts.ts:${line}: `);
});

it("paths says from which state no path leads to an end", () => {
  const text = edited(
    'NEXT: "IncidentDescription"',
    'NEXT: [{ guard: "notInjured", target: "IncidentDescription" }, { target: "PoliceReportFiled" }]',
  );
  const { status, said } = toolOn(chart, text, "paths", "c");
  expect(status).toBe(1);
  expect(said).toMatch(/^machines\/variants\/c\.ts:\d+: No path leads from \w+ to an end\. Add a transition/);
});

it("a bug in a tool keeps its stack", () => {
  const run = readFileSync(join(root, "tools/lint/run.ts"), "utf8");
  const { status, all } = toolOn("tools/lint/run.ts", `${run}\nthrow new Error("a bug");\n`, "lint");
  expect(status).toBe(1);
  expect(all).toMatch(/^Error: a bug\n {4}at file:.*tools\/lint\/run\.ts/m);
});
