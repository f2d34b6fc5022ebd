import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { claimpath } from "../../services/commands/commands.ts";
import { run } from "../../services/commands/program.ts";
import { environmentOf, type GivenSettings } from "./files.ts";
import { dataKey } from "./sealed.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type Finished = { status: number | null; stdout: string; stderr: string };

/** A command's surroundings besides its arguments. @param input its whole standard input */
type Surroundings = { input?: string };

/** Commands that run here have the process's own streams and environment for themselves, one after the other. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs one of the operators' commands in the process of the tests, with an environment and streams of its own: it takes
 * milliseconds where a process takes two seconds.
 * @param line as after `npm run claimpath --`, without quotes
 * @param env the command's whole environment
 */
export function runCommand(
  line: string,
  env: GivenSettings,
  { input = "" }: Surroundings = {},
): Promise<Finished> {
  const finished = before.then(() => here(words(line), { ...ownEnv(), ...environmentOf(env) }, input));
  before = finished.catch(() => {});
  return finished;
}

/** Runs one as a process, for what only a process shows. @see runCommand */
export function runProcess(
  line: string,
  env: GivenSettings,
  {
    closeEarly = false,
    file = "services/commands/claimpath.ts",
    project = root,
    input = "",
  }: Surroundings & {
    /** Closes its output without reading. */
    closeEarly?: boolean;
    /** Another program than the operators'. */
    file?: string;
    /** The folder of another copy of the project. */
    project?: string;
  } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [`${project}/${file}`, ...words(line)], {
    cwd: project,
    env: { ...ownEnv(), ...environmentOf(env) },
  });
  // Some commands read a person or a secret from standard input.
  child.stdin.end(input);
  const done: Finished = { status: null, stdout: "", stderr: "" };
  if (closeEarly) child.stdout.destroy();
  else child.stdout.setEncoding("utf8").on("data", (text) => (done.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (done.stderr += text));
  return new Promise((resolve) => child.once("close", (status) => resolve({ ...done, status })));
}

const words = (line: string) => (line === "" ? [] : line.split(" "));

/** Only the named variables: the settings of the machine that runs the tests must not matter. Stores are sealed. */
function ownEnv() {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test" as const, DATA_KEYS: dataKey };
}

class Exit extends Error {}

async function here(args: string[], env: NodeJS.ProcessEnv, input: string): Promise<Finished> {
  const done: Finished = { status: null, stdout: "", stderr: "" };
  const { env: ownEnvironment, argv, exit, exitCode } = process;
  const writes = [process.stdout.write, process.stderr.write] as const;
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin")!;
  const listeners = process.stdout.listeners("error");
  const taking =
    (stream: "stdout" | "stderr") =>
    (chunk: string | Uint8Array, ...more: unknown[]) => {
      // A process prints nothing after its exit.
      if (done.status === null)
        done[stream] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      const written = more.find((each) => typeof each === "function") as (() => void) | undefined;
      written?.();
      return true;
    };
  process.env = env;
  process.argv = [process.execPath, "claimpath", ...args];
  process.exitCode = undefined;
  process.exit = (code) => {
    done.status ??= Number(code ?? process.exitCode ?? 0);
    throw new Exit();
  };
  process.stdout.write = taking("stdout") as typeof process.stdout.write;
  process.stderr.write = taking("stderr") as typeof process.stderr.write;
  Object.defineProperty(process, "stdin", { value: Readable.from([input]), configurable: true });
  try {
    await run(await claimpath());
    done.status ??= Number(process.exitCode ?? 0);
  } finally {
    process.env = ownEnvironment;
    process.argv = argv;
    process.exit = exit;
    process.exitCode = exitCode;
    [process.stdout.write, process.stderr.write] = writes;
    Object.defineProperty(process, "stdin", stdin);
    for (const each of process.stdout.listeners("error"))
      if (!listeners.includes(each)) process.stdout.off("error", each as () => void);
  }
  return done;
}
