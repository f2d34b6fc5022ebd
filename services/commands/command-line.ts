import { BadSetting } from "../env.ts";

/** The command line makes no sense: exit status 2. */
export class BadUsage extends Error {}

/** It makes sense but cannot be done, for example because there is no such lead: exit status 1. */
export class Refusal extends Error {}

/** Does the work of one command: data goes to standard output, a failure is one sentence on standard error. */
export async function answerOnCommandLine(work: (args: string[]) => Promise<void>): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader (`head`, for example) has seen enough.
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
  try {
    await work(process.argv.slice(2));
  } catch (error) {
    const [sentence, status] = explain(error);
    process.stderr.write(`${sentence}\n`);
    process.exitCode = status;
  }
}

/** Writes to standard output and waits until a slow reader has taken it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

function explain(error: unknown): [sentence: string, status: number] {
  if (!(error instanceof Error)) return ["Something unexpected happened.", 1];
  if (error instanceof BadUsage) return [error.message, 2];
  if ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
    return [error.message.split("\n")[0]!, 2];
  if (error instanceof Refusal || error instanceof BadSetting) return [error.message, 1];
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return [`${error.message}${cause}`, 1];
}
