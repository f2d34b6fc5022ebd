import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import type { WhatIfOptions } from "../../../services/features/what-if/command.ts";
import { onlySurvey } from "../../../tools/features/what-if/sides.ts";
import { batchesOf, demandWritable, resumed } from "../../../tools/features/what-if/visits.ts";
import { copyAt } from "../../../tools/graphs/tree.ts";
import { runCommand, runProcess } from "../../support/run-command.ts";

it("an interrupted run keeps its counts and what is left, and resumes from there", async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "what-if-"));
  const kept = join(folder.path, "c.json");
  const report = () => JSON.parse(readFileSync(kept, "utf8"));

  // The signal comes when the first batch is counted: each thread may have one more by then, of a thousand visits.
  const sessions = 1_000 * (2 * Math.min(availableParallelism(), 8) + 1);
  const line = `c --against seeded --sessions ${sessions} --out ${kept}`;
  const tool = "tools/features/what-if/run.ts";
  const env = { ...process.env, NODE_ENV: "test" as const };
  const child = spawn(process.execPath, [tool, ...line.split(" ")], { env });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (said === "") child.kill("SIGINT");
    said += text;
  });
  child.stdout.resume();
  expect(await once(child, "close"), said).toEqual([130, null]);
  const [batches] = await batchesOf(["c"], {
    from: "HEAD",
    against: "seeded",
    sessions,
    seed: 1,
  });
  const { rest, tally } = report();
  expect(rest).toEqual(batches!.slice(-rest.length));
  expect(tally.visits).toBe(sessions - 1_000 * rest.length);

  const resumed = await runProcess(`what-if ${line} --resume --fail-on verdict>0`, {});
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(resumed.stdout).toContain("Limit `verdict>0`: kept (0).");
  expect(report()).toMatchObject({ code: "c", rest: [], tally: { visits: sessions, failed: 0 } });
});

it("an unknown survey is refused in one sentence", () => {
  const sides = { before: { variants }, after: { variants } };
  expect(() => onlySurvey("nothing", sides)).toThrow("There is no survey nothing.");
});

it("a read-only folder is refused", () => {
  expect(() => demandWritable("/dev/null/c.json")).toThrow(
    /^The run cannot be kept in \/dev\/null\/c\.json: E[A-Z]+\.$/,
  );
});

it("an unknown revision is refused in one sentence", () => {
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

it("a file that is not a run cannot be resumed", () => {
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
