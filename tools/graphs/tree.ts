import { execFileSync } from "node:child_process";
import { type DisposableTempDir, existsSync, mkdtempDisposableSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Rules } from "../../machines/graph/account.ts";
import type { Charted } from "../../machines/graph/graph.ts";
import { Refusal } from "../../services/operations/refusal.ts";
import { type Digests, digestsIn } from "./digests.ts";

/** The project's folder. */
export const root = join(import.meta.dirname, "../..");

/** The charts of one state of the project, with its questions, rules and digests of code. */
export type Tree = { charts: readonly Charted[]; rules: Required<Omit<Rules, "code">>; digests: Digests };

/** Reads the charts of a project in a folder, and runs its modules to do so. */
export async function treeIn(folder: string): Promise<Tree> {
  const load = (file: string) => import(pathToFileURL(join(folder, "machines", file)).href);
  // Older revisions have no charts.ts, only variants.
  const charts: readonly Charted[] = existsSync(join(folder, "machines/charts.ts"))
    ? (await load("charts.ts")).charts
    : [...(await load("registry.ts")).variants.values()];
  const { stepNamed: questions } = await load("steps/index.ts");
  const { disqualification: judge } = await load(disqualificationIn(folder));
  return { charts, rules: { questions, judge }, digests: digestsIn(join(folder, "machines")) };
}

/** Where a copy of the project says what disqualifies. */
export function disqualificationIn(folder: string): string {
  const here = "context/disqualification.ts";
  // Revisions of up to November 2026 have it with the lead.
  return existsSync(join(folder, "machines", here)) ? here : "lead/disqualification.ts";
}

/** Reads the charts as they were at a git revision. */
export function treeAt(revision: string): Promise<Tree> {
  return readAt(revision, treeIn);
}

/** Reads something of the project at a git revision, from a temporary copy. */
async function readAt<Read>(revision: string, read: (folder: string) => Promise<Read>): Promise<Read> {
  using copy = copyAt(revision);
  return await readFrom(revision, () => read(copy.path));
}

/** A copy of the charts at a git revision, deleted on disposal. */
export function copyAt(revision: string): DisposableTempDir {
  const commit = commitOf(revision);
  if (!commit) throw new Refusal(`There is neither a chart nor a git revision ${revision}.`);
  const copy = mkdtempDisposableSync(join(tmpdir(), "claimpath-graphs-"));
  try {
    const archive = git("archive", commit, "machines", "package.json");
    execFileSync("tar", ["-x", "-C", copy.path], { input: archive });
    symlinkSync(join(root, "node_modules"), join(copy.path, "node_modules"));
    return copy;
  } catch (error) {
    copy.remove();
    throw unreadable(revision, error);
  }
}

/** Reads a copy of a revision. @throws Refusal that names the revision */
export async function readFrom<Read>(revision: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    throw unreadable(revision, error);
  }
}

function unreadable(revision: string, error: unknown): Refusal {
  const reason = (error as Error).message.replaceAll(/\s*\n\s*/g, " ");
  return new Refusal(`The charts of ${revision} cannot be read: ${reason}`);
}

/** True if git resolves the text to a commit. */
export function isRevision(text: string): boolean {
  return commitOf(text) !== undefined;
}

/** The commit that git resolves a text to. */
export function commitOf(revision: string): string | undefined {
  try {
    const found = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
    return found.toString().trim();
  } catch {
    return undefined;
  }
}

/** What git prints. @throws where it ends with another status than 0 */
export function git(...args: string[]): Buffer {
  return execFileSync("git", args, { cwd: root, maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] });
}
