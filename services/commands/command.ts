import { BadSetting, readSettings } from "../env.ts";
import { loadEnvFile } from "../load-env.ts";
import { silentLog } from "../log.ts";
import { openStore } from "../store/store.ts";
import type { Store } from "../store/types.ts";

/** The command line makes no sense: exit status 2. */
export class BadUsage extends Error {}

/** It makes sense but cannot be done, for example because there is no such lead: exit status 1. */
export class Refusal extends Error {}

export type Context = {
  store: Store;
  /** Writes to standard output and waits until a slow reader has taken it. */
  print(text: string): Promise<void>;
};

/** A command line that was understood. */
export type Task = (context: Context) => Promise<void>;

/**
 * Runs one command: data goes to standard output, everything else is one sentence on standard error.
 * @param understand throws `BadUsage` (or a node:util parseArgs error) before the store is opened
 */
export async function command(understand: (args: string[]) => Task): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader (`head`, for example) has seen enough.
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
  try {
    const task = understand(process.argv.slice(2));
    loadEnvFile();
    const { databaseUrl: url, hashKey } = readSettings(process.env);
    const store = await openStore({ url, now: Date.now, log: silentLog, hashKey });
    try {
      await task({ store, print });
    } finally {
      await store.close();
    }
  } catch (error) {
    const [sentence, status] = explain(error);
    process.stderr.write(`${sentence}\n`);
    process.exitCode = status;
  }
}

function print(text: string): Promise<void> {
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
