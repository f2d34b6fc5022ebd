import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lintCharts } from "../../tools/lint/lint-charts.ts";
import { root } from "../support/source-files.ts";

const project = mkdtempSync(join(tmpdir(), "claimpath-lint-"));
afterAll(() => rmSync(project, { recursive: true }));
cpSync(join(root, "machines"), join(project, "machines"), { recursive: true });
cpSync(join(root, "tsconfig.json"), join(project, "tsconfig.json"));
symlinkSync(join(root, "node_modules"), join(project, "node_modules"));

/** What is found once a text of C's chart is replaced. Modules are kept by their address: each edit is another file. */
let edits = 0;
async function foundAfter(edit: (text: string) => string): Promise<string[]> {
  const text = readFileSync(join(root, "machines/variants/c.ts"), "utf8");
  const edited = edit(text);
  expect(edited).not.toBe(text);
  const file = join(project, `machines/variants/edit-${++edits}.ts`);
  writeFileSync(file, edited);
  const found = await lintCharts(project);
  rmSync(file);
  return found.map(({ file: at, line, message, remedy }) => {
    expect(at, message).toBe(`machines/variants/edit-${edits}.ts`);
    return `${edited.split("\n")[line - 1]!.trim()} | ${message} ${remedy}`;
  });
}

it("finds nothing in the charts as they are", async () => {
  expect(await lintCharts(root)).toEqual([]);
});

it("finds a misspelled question, and suggests the right one", async () => {
  const found = await foundAfter((text) => text.replaceAll("HasLawyer", "HasLawyr"));
  expect(found).toEqual([
    expect.stringMatching(
      /HasLawyr.* \| HasLawyr waits for an answer, but there is no question HasLawyr\. Did you mean HasLawyer\?$/,
    ),
  ]);
});

it.each([
  ["guard", 'guard: "notInjured"', 'guard: "notInjurd"'],
  ["guard inside another", 'guard: "notInjured"', 'guard: { guards: ["atFault", "notInjurd"] }'],
])("finds a misspelled %s, and suggests the right one", async (_, from, to) => {
  expect(await foundAfter((text) => text.replace(from, to))).toEqual([
    expect.stringMatching(/notInjurd.* \| There is no guard notInjurd\. Did you mean notInjured\?$/),
  ]);
});

it("finds a service that does not exist", async () => {
  const found = await foundAfter((text) =>
    text.replace("AtFault: {", 'AtFault: { invoke: { src: "weather" },'),
  );
  expect(found).toEqual([
    expect.stringMatching(
      /^AtFault: .*weather.* \| There is no service weather\. Add it to the setup of machines\/survey\.ts\.$/,
    ),
  ]);
});

it("finds a dead end", async () => {
  const found = await foundAfter((text) => text.replace(/HasLawyer: \{.*/, "HasLawyer: {},"));
  expect(found).toContainEqual(
    expect.stringMatching(
      /^.*HasLawyer.* \| No transition leaves HasLawyer: a visit that gets there never ends\./,
    ),
  );
});

it("finds an unreachable state", async () => {
  const found = await foundAfter((text) =>
    text.replace(/( +)HasLawyer: \{/, '$1DateOfBirth: { on: { NEXT: "HasLawyer" } },\n$&'),
  );
  expect(found).toEqual([expect.stringMatching(/^DateOfBirth: .* \| Nothing leads to DateOfBirth\. /)]);
});

it("finds a target that does not exist, and goes on with the other files", async () => {
  const found = await foundAfter((text) => text.replace('NEXT: "HasLawyer"', 'NEXT: "HasLawyr"'));
  expect(found).toEqual([
    expect.stringMatching(/HasLawyr.* \| .*'HasLawyr' does not exist.* Did you mean HasLawyer\?$/),
  ]);
});
