import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";
import { root } from "../../support/source-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "claimpath-mistakes-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (line: string, env: Record<string, string> = {}) =>
  runCommand(line, { DATABASE_URL: `file:${join(folder, "store.db")}`, ...env });

test.each(["--help", "leads --help", "privacy delete --help"])(
  "%s: how it is used, and status 0",
  async (line) => {
    const { status, stdout, stderr } = await run(line);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: claimpath ${line.replace("--help", "")}[options]`);
  },
);

test("npm runs leads and outbox by their own names", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts.leads).toBe(scripts.outbox.replace("outbox", "leads"));
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const };
  const outbox = spawnSync("npm", ["run", "--silent", "outbox", "--", "retry"], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  expect(outbox.status).toBe(2);
  expect(outbox.stderr).toMatch(/^[^\n]+\n$/);
});

test("npm keeps no debug logs of this project's commands", holds("T68"), () => {
  expect(readFileSync(join(root, ".npmrc"), "utf8")).toContain("logs-max=0\n");
});

test.each([
  "",
  "frob",
  "leads",
  "leads frob",
  "leads export",
  "leads export --format xml",
  "leads list --since never",
  "leads show one two",
  "leads list --frob",
  "outbox list --status lost",
  "outbox retry --parked --all-unconfigured",
  "consent verify all",
  "outbox retry",
  "outbox retry one --parked",
  "outbox park",
  "doctor now",
  "suppressions check",
  "suppressions check --email nobody",
  "suppressions add --phone 555-0123",
  "suppressions check --phone 2125550199 --reason x",
  "suppressions list",
  "privacy",
  "backup",
  "backup restore somewhere",
  "privacy export",
  "privacy export --email a@example.com --yes",
  "privacy delete --phone 1",
])("%s: one sentence and status 2", async (line) => {
  const { status, stdout, stderr } = await run(line);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});

test.each([
  "leads show nobody",
  "outbox show nobody",
  "outbox retry nobody",
  "outbox park nobody",
  "consent show nobody",
  "privacy mark-notified nobody",
])("%s: one sentence and status 1", async (line) => {
  const { status, stdout, stderr } = await run(line);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^There is no [^\n]+ nobody\.\n$/);
});

test("a bad setting is named", async () => {
  const { status, stderr } = await run("leads list", { DATABASE_URL: "mysql://x" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^[^\n]*DATABASE_URL[^\n]*\n$/);
});
