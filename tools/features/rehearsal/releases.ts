import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, type DisposableTempDir, existsSync, mkdtempDisposableSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "../../../services/operations/refusal.ts";
import { commitOf, git, root } from "../../graphs/tree.ts";
import type { Release } from "./rehearsal.ts";

/** What a site is made of. */
const sources = [
  "app",
  "machines",
  "services",
  "public",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
  "vite.config.ts",
];
/** What of it is built; the rest Node runs as it is. A build of the same parts serves any revision. */
const built = [
  "app",
  ":!app/server",
  ":!app/site/content",
  ":!app/**/*.test.*",
  "services/words/*/screens.yaml",
  "remix.config.js",
  "vite.config.ts",
];

/** The word for the working tree as it stands. */
export const edit = "edit";

/**
 * A release as a folder that can be run, deleted on disposal: the project's own folder where that has just this revision
 * or is the edit; else a copy, with a build of its own where its pages are others.
 * @param revision of git, or `edit`
 * @throws Refusal for a revision that needs other packages
 */
export function releaseAt(revision: string): Release & Disposable {
  if (revision === edit) return { ...own("the working tree"), [Symbol.dispose]() {} };
  const commit = commitOf(revision);
  if (!commit) throw new Refusal(`There is no git revision ${revision}.`);
  const name = revision.startsWith(commit.slice(0, 7))
    ? commit.slice(0, 8)
    : `${revision} (${commit.slice(0, 8)})`;
  if (isSame(commit, sources)) return { ...own(name), [Symbol.dispose]() {} };
  if (!isSame(commit, ["package-lock.json"]))
    throw new Refusal(
      `${name} needs other packages than those installed here: rehearse it in a clone of it.`,
    );
  const copy = copyOf(commit);
  try {
    if (isSame(commit, built))
      cpSync(join(own(name).folder, "build"), join(copy.path, "build"), { recursive: true });
    else build(copy.path);
    return { folder: copy.path, name, [Symbol.dispose]: () => copy.remove() };
  } catch (error) {
    copy.remove();
    throw error;
  }
}

function own(name: string): Release {
  build(root);
  return { folder: root, name };
}

function copyOf(commit: string): DisposableTempDir {
  const copy = mkdtempDisposableSync(join(tmpdir(), "claimpath-release-"));
  const archive = git("archive", commit, ...sources);
  execFileSync("tar", ["-x", "-C", copy.path], { input: archive });
  symlinkSync(join(root, "node_modules"), join(copy.path, "node_modules"));
  return copy;
}

/** What it says goes to standard error: standard output has the report alone. */
function build(folder: string): void {
  const { status } = spawnSync(process.execPath, ["app/server/ready.mjs"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0 || !existsSync(join(folder, "build/server/index.js")))
    throw new Refusal(
      `The pages of ${folder === root ? "the working tree" : "that revision"} cannot be built.`,
    );
}

/** True where the working tree has these as they are at a commit, and nothing new among them. */
function isSame(commit: string, paths: readonly string[]): boolean {
  const { status } = spawnSync("git", ["diff", "--quiet", commit, "--", ...paths], { cwd: root });
  return status === 0 && git("ls-files", "--others", "--exclude-standard", "--", ...paths).length === 0;
}
