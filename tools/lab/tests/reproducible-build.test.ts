import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { holds } from "../../../test/support/holds.ts";
import { copyOfTree } from "../../../test/support/more-variants.ts";
import { root } from "../../../test/support/source-files.ts";

const build = `import("./app/server/prepare.mjs").then(({ ensureBuilt }) => ensureBuilt())`;
/** Another place on earth and another language. */
const elsewhere = { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };

/** Builds what is not built yet. What this process is told is left out: a build within tests is another one. */
function buildIn(tree: string, env: Record<string, string>, umask: string): void {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const { status, stderr } = spawnSync("sh", ["-c", `umask ${umask}; exec node -e '${build}'`], {
    cwd: tree,
    env: { PATH, HOME: process.env.HOME ?? "/", ...env } as unknown as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
}

/** The checksum of every file of a build, by its name. */
function checksums(tree: string): Record<string, string> {
  const names = globSync("build/**", { cwd: tree }).filter((name) => statSync(join(tree, name)).isFile());
  const hash = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(tree, name)))
      .digest("hex");
  return Object.fromEntries(names.sort().map((name) => [name, hash(name)]));
}

it("a build in another folder, at another time and place, is bit for bit the same", {
  ...holds("T103"),
  timeout: 600_000,
}, () => {
  buildIn(root, {}, "022");
  const tree = copyOfTree();
  buildIn(tree, elsewhere, "077");
  const [here, there] = [checksums(root), checksums(tree)];
  expect(Object.keys(here).length).toBeGreaterThan(300);
  expect(there).toEqual(here);
  rmSync(tree, { recursive: true });
});
