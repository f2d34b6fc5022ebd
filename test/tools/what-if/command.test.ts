import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import type { WhatIfOptions } from "../../../services/commands/what-if.ts";
import { copyAt } from "../../../tools/graphs/tree.ts";
import { batchesOf, demandWritable, resumed } from "../../../tools/what-if/kept-reports.ts";
import { onlySurvey } from "../../../tools/what-if/selection.ts";
import { runCommand, runProcess } from "../../support/run-command.ts";

it("a run keeps its gate and its file, and comes to the same where it is stopped and resumed", async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "what-if-"));
  const [whole, stopped] = [join(folder.path, "whole.json"), join(folder.path, "stopped.json")];
  const reportIn = (kept: string) => JSON.parse(readFileSync(kept, "utf8"));

  // The signal comes when the first batch is counted: each thread may have one more by then, of a thousand visits.
  const visits = 1_000 * (2 * Math.min(availableParallelism(), 8) + 1);
  const line = `c --against seeded --sessions ${visits}`;
  const done = await runProcess(`what-if ${line} --fail-on verdict>0 --out ${whole}`, {});
  expect(done.status, done.stderr).toBe(0);
  expect(done.stdout).toContain("Limit `verdict>0`: kept (0).");
  expect(reportIn(whole)).toMatchObject({ code: "c", rest: [], tally: { visits } });

  const tool = "tools/what-if/run.ts";
  const env = { ...process.env, NODE_ENV: "test" as const };
  const child = spawn(process.execPath, [tool, ...`${line} --out ${stopped}`.split(" ")], { env });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (said === "") child.kill("SIGINT");
    said += text;
  });
  child.stdout.resume();
  expect(await once(child, "close"), said).toEqual([130, null]);
  expect(reportIn(stopped).rest.length).toBeGreaterThan(0);
  const resumed = await runProcess(`${line} --out ${stopped} --resume`, {}, { file: tool });
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(reportIn(stopped)).toEqual(reportIn(whole));
});

it("a survey that there is not is refused in one sentence", () => {
  const sides = { before: { variants }, after: { variants } };
  expect(() => onlySurvey("nothing", sides)).toThrow("There is no survey nothing.");
});

it("a folder that cannot be written is refused", () => {
  expect(() => demandWritable("/dev/null/c.json")).toThrow(
    /^The run cannot be kept in \/dev\/null\/c\.json: E[A-Z]+\.$/,
  );
});

it("a revision that there is not is refused in one sentence", () => {
  expect(() => copyAt("no-such-branch")).toThrow(
    "There is neither a chart nor a git revision no-such-branch.",
  );
});

it.each<[file: string | undefined, sentence: string]>([
  [undefined, "Name the file of the visits with --file."],
  ["nowhere.jsonl", "There is no file nowhere.jsonl."],
])("visits of the file %s are refused in one sentence", async (file, sentence) => {
  const options: WhatIfOptions = {
    from: "HEAD",
    against: "file",
    sessions: 1,
    seed: 1,
    ...(file && { file }),
  };
  await expect(batchesOf(["c"], options)).rejects.toThrow(sentence);
});

it("a file that is not a run is not resumed", () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "what-if-"));
  const file = join(folder.path, "c.json");
  writeFileSync(file, '{"code": "c", "be');
  const about = { code: "c", before: "HEAD", after: "working tree", visitsOf: "", fingerprint: "" };
  expect(() => resumed(file, about)).toThrow(
    `${file} is not a run of what-if; without --resume a new one replaces it.`,
  );
});

it.each([
  "what-if --file visits.jsonl",
  "what-if --out run.json",
  "what-if c --file visits.jsonl --against seeded",
  "what-if c --fail-on luck>1%",
  "what-if c --against nothing",
])("%s: one sentence and status 2", async (line) => {
  const { status, stderr } = await runCommand(line, {});
  expect(status).toBe(2);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});
