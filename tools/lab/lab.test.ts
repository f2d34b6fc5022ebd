import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { root } from "../../test/support/source-files.ts";
import { descriptions, programs } from "./run.mjs";

const start = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
const names = Object.keys(descriptions);

describe("npm run lab", () => {
  it("lists every program that has a run.ts", () => {
    const { status, stdout } = start("tools/lab/run.mjs");
    expect(status).toBe(0);
    for (const [name, description] of Object.entries(descriptions)) {
      expect(stdout).toMatch(RegExp(`^  ${name} +${description}$`, "m"));
    }
    const files = globSync("tools/lab/{*,features/*}/run.ts", { cwd: root });
    expect(files.sort()).toEqual(
      Object.values(programs)
        .map(({ file }) => file)
        .sort(),
    );
  });

  it("refuses an unknown name", () => {
    const { status, stderr } = start("tools/lab/run.mjs", "constructor");
    expect([status, stderr]).toEqual([2, "There is no lab constructor; npm run lab lists them.\n"]);
  });

  // In this process, which has loaded most of what they import: a process of its own takes five seconds of each.
  it.each(names)("%s loads and describes its options, before anything is installed for it", async (name) => {
    const { argv } = process;
    process.argv = ["node", name, "--help"];
    const ended = new Error("ended");
    const exit = vi.spyOn(process, "exit").mockImplementation(() => {
      throw ended;
    });
    let said = "";
    const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      said += text;
      return true;
    });
    try {
      await expect(import(`../../${programs[name]!.file}`)).rejects.toBe(ended);
    } finally {
      process.argv = argv;
      exit.mockRestore();
      out.mockRestore();
    }
    expect(said).toContain(`Usage: npm run lab -- ${name}`);
  });
});
