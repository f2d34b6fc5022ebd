import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../test/support/source-files.ts";
import { descriptions } from "./run.mjs";

const start = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
const names = Object.keys(descriptions);

describe("npm run lab", () => {
  it("lists every program that has a run.ts", () => {
    const { status, stdout } = start("tools/lab/run.mjs");
    expect(status).toBe(0);
    for (const [name, description] of Object.entries(descriptions)) {
      expect(stdout).toMatch(RegExp(`^  ${name} +${description}$`, "m"));
    }
    expect(globSync("*/run.ts", { cwd: join(root, "tools/lab") }).map(dirname)).toEqual(
      expect.arrayContaining(names),
    );
  });

  it("refuses a name that is none", () => {
    const { status, stderr } = start("tools/lab/run.mjs", "constructor");
    expect([status, stderr]).toEqual([2, "There is no lab constructor; npm run lab lists them.\n"]);
  });

  it.each(names)("%s loads and says what it takes, before anything is installed for it", (name) => {
    const { status, stdout, stderr } = start("tools/start.mjs", `tools/lab/${name}/run.ts`, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: npm run lab -- ${name}`);
  });
});
