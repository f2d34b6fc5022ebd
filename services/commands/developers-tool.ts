import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../operations/refusal.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Runs a developers' tool in a process of its own, with this one's streams, settings and status: what runs in
 * production does without the development packages.
 * @param tool its file, from the project's root
 * @throws Refusal with the words of `otherwise` outside a clone with its history and those packages: charts at other
 * revisions come from git, and TypeScript's parser reads their code
 */
export async function startTool(tool: string, given: readonly string[], otherwise: string): Promise<void> {
  if (![".git", "node_modules/typescript", tool].every((path) => existsSync(join(root, path))))
    throw new Refusal(otherwise);
  const child = spawn(process.execPath, [join(root, "tools/start.mjs"), join(root, tool), ...given], {
    stdio: "inherit",
  });
  // Ctrl-C reaches both processes: the tool ends first, and its status is this command's.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [status] = await once(child, "exit");
  process.exitCode = status ?? 1;
}
