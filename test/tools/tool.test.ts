import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tools } from "../../tools/run.mjs";
import { root } from "../support/source-files.ts";

const tool = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, "tools/run.mjs"), ...args], { cwd: "/", encoding: "utf8" });

describe("npm run tool", () => {
  it.each([[], ["--help"]])("%s lists every tool", (...args) => {
    const { status, stdout } = tool(...args);
    expect(status).toBe(0);
    for (const [name, { description, file }] of Object.entries(tools)) {
      expect(stdout).toMatch(RegExp(`^  ${name} +${description}$`, "m"));
      expect(existsSync(join(root, file)), file).toBe(true);
    }
  });

  it("refuses an unknown name", () => {
    const { status, stdout, stderr } = tool("constructor");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("There is no tool constructor; npm run tool lists them.\n");
  });

  it("passes on arguments and the exit status from any folder", () => {
    const help = tool("graphs", "diff", "--help");
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining("--json")]);
    const wrong = tool("graphs", "--frob");
    expect([wrong.status, wrong.stderr]).toEqual([2, "Unknown option '--frob'.\n"]);
  });
});
