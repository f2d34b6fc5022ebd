import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { Refusal } from "../operations/refusal.ts";

const root = join(import.meta.dirname, "../..");
/** Other revisions come from git, and are read or built by development packages. */
const needed = [".git", "node_modules/typescript"];

/**
 * What runs a developers' tool in a process of its own, since production runs without the development packages.
 * @param file of the tool, which reads the same arguments
 * @param why it needs those, in the words that a sentence begins with: "What-if compares git revisions"
 * @param instead of the site's store, what it can also read: "or with --file"
 */
export function runTool(file: string, why: string, instead = "") {
  return async (...given: [...unknown[], command: Command]): Promise<void> => {
    const command = given.at(-1) as Command;
    if (![...needed, file].every((path) => existsSync(join(root, path)))) {
      throw new Refusal(
        `${why}, so it needs a clone of the project with its development packages: run it there, with this site's DATABASE_URL${instead && ` ${instead}`}.`,
      );
    }
    const args = command.parent?.args.slice(1) ?? [];
    const child = spawn(process.execPath, [join(root, "tools/start.mjs"), join(root, file), ...args], {
      stdio: "inherit",
    });
    // Ctrl-C reaches both processes: the tool ends first, and its status is this command's.
    process.on("SIGINT", () => {});
    process.on("SIGTERM", () => child.kill("SIGTERM"));
    const [status] = await once(child, "exit");
    process.exitCode = status ?? 1;
  };
}
