import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../support/source-files.ts";

const project = mkdtempSync(join(tmpdir(), "claimpath-closing-line-"));
afterAll(() => rmSync(project, { recursive: true }));

const files = {
  "mixed.test.ts": `
    it("passes", () => {});
    it("fails", () => { throw new Error("on purpose"); });
    it.skip("is skipped", () => {});`,
  "broken.test.ts": 'import "./missing.ts";',
  "hook.test.ts": 'beforeAll(() => { throw new Error("on purpose"); }); it("has no hook", () => {});',
  "stray.test.ts": 'it("leaves an error behind", () => void Promise.reject(new Error("on purpose")));',
};

beforeAll(() => {
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  writeFileSync(
    join(project, "vitest.config.ts"),
    `import Progress from ${JSON.stringify(join(root, "test/progress.ts"))};
     export default { test: { reporters: [new Progress()], globals: true } };`,
  );
  for (const [file, code] of Object.entries(files)) writeFileSync(join(project, file), code);
});

async function run(...args: string[]): Promise<{ lines: string[]; status: number }> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...args], {
    cwd: project,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [output, status] = await Promise.all([
    text(child.stdout),
    new Promise<number>((done) => child.once("close", done)),
  ]);
  return { lines: output.trimEnd().split("\n"), status };
}

describe("The closing line of a run", () => {
  it("counts a broken file, a broken hook and a stray error as failed, and no skipped test", async () => {
    const { lines, status } = await run();
    expect(lines.slice(-2)).toEqual(["2 not run", "2 passed, 4 failed"]);
    expect(status).toBe(1);
  });

  it("does not call a run without tests passed", async () => {
    const { lines, status } = await run("mixed", "-t", "no such title");
    expect(lines.at(-1)).toBe("0 passed, 0 failed");
    expect(status).toBe(1);
  });
});
