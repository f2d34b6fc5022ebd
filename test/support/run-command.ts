import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type Finished = { status: number | null; stdout: string; stderr: string };

/**
 * Runs one of the operators' commands as a process of its own.
 * @param line as after `npm run claimpath --`, without quotes
 * @param env all that the process knows of its environment
 * @param closeEarly reads nothing of what it prints
 * @param file another program than the operators'
 * @param project the folder of another copy of the project
 * @param input all that it finds on its standard input
 */
export function runCommand(
  line: string,
  env: Record<string, string>,
  { closeEarly = false, file = "services/commands/claimpath.ts", project = root, input = "" } = {},
): Promise<Finished> {
  const args = line === "" ? [] : line.split(" ");
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [`${project}/${file}`, ...args], {
    cwd: project,
    // Only what is named here: the settings of the machine that runs the tests must not matter.
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test", ...env },
  });
  // Some commands read a person or a secret from standard input.
  child.stdin.end(input);
  const done: Finished = { status: null, stdout: "", stderr: "" };
  if (closeEarly) child.stdout.destroy();
  else child.stdout.setEncoding("utf8").on("data", (text) => (done.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (done.stderr += text));
  return new Promise((resolve) => child.once("close", (status) => resolve({ ...done, status })));
}
