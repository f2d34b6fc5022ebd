import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runProcess } from "../support/run-command.ts";

it.each([
  ["nothing --against seeded", "There is no survey nothing."],
  ["c@no-such-branch --against seeded", "There is neither a chart nor a git revision no-such-branch."],
  ["c --against file", "Name the file of the visits with --file."],
  ["c --file nowhere.jsonl", "There is no file nowhere.jsonl."],
])("claimpath what-if %s: one sentence, and nothing is written", async (line, sentence) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "what-if-"));
  const { status, stdout, stderr } = await runProcess(`what-if ${line}`, { WHAT_IF_FOLDER: folder.path });
  expect([status, stdout, stderr]).toEqual([1, "", `${sentence}\n`]);
  expect(existsSync(join(folder.path, "c.json"))).toBe(false);
});

it("a folder that cannot be written is refused before visits are walked", async () => {
  const { status, stderr } = await runProcess("what-if c --against seeded --out /dev/null/c.json", {});
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The run cannot be kept in \/dev\/null\/c\.json: E[A-Z]+\.\n$/);
});

it("a file that is not a run is neither resumed nor changed", async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "what-if-"));
  const file = join(folder.path, "c.json");
  writeFileSync(file, '{"code": "c", "be');
  const { status, stderr } = await runProcess(`what-if c --against seeded --resume --out ${file}`, {});
  expect([status, stderr]).toEqual([
    1,
    `${file} is not a run of what-if; without --resume a new one replaces it.\n`,
  ]);
  expect(readFileSync(file, "utf8")).toBe('{"code": "c", "be');
});

it("a run keeps its gate, and its file", async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "what-if-"));
  const file = join(folder.path, "c.json");
  const line = `what-if c --against seeded --sessions 20 --fail-on verdict>0 --out ${file}`;
  const { status, stdout } = await runProcess(line, {});
  expect(status).toBe(0);
  expect(stdout).toContain("Limit `verdict>0`: kept (0).");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    code: "c",
    rest: [],
    tally: { visits: 20 },
  });
});

it.each([
  "what-if --file visits.jsonl",
  "what-if --out run.json",
  "what-if c --file visits.jsonl --against seeded",
  "what-if c --fail-on luck>1%",
  "what-if c --against nothing",
])("%s: one sentence and status 2", async (line) => {
  const { status, stderr } = await runProcess(line, {});
  expect(status).toBe(2);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});
