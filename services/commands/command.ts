import { readSettings } from "../env.ts";
import { loadEnvFile } from "../load-env.ts";
import { silentLog } from "../log.ts";
import { openStore } from "../store/store.ts";
import type { Store } from "../store/types.ts";
import { answerOnCommandLine, print } from "./command-line.ts";

export type Context = { store: Store; print: typeof print };

/** A command line that was understood. */
export type Task = (context: Context) => Promise<void>;

/**
 * Runs one command on the store.
 * @param understand throws `BadUsage` (or a node:util parseArgs error) before the store is opened
 */
export async function command(understand: (args: string[]) => Task): Promise<void> {
  await answerOnCommandLine(async (args) => {
    const task = understand(args);
    loadEnvFile();
    const { databaseUrl: url, hashKey } = readSettings(process.env);
    const store = await openStore({ url, now: Date.now, log: silentLog, hashKey });
    try {
      await task({ store, print });
    } finally {
      await store.close();
    }
  });
}
