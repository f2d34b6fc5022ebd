import { readSettings, type Settings } from "../env.ts";
import { loadEnvFile } from "../load-env.ts";
import { silentLog } from "../log.ts";
import { sessionSecrets } from "../secrets.ts";
import { openStore } from "../store/store.ts";
import type { Store } from "../store/types.ts";
import { answerOnCommandLine, print } from "./command-line.ts";

export type Context = { store: Store; settings: Settings; print: typeof print };

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
    const settings = readSettings(process.env);
    const { databaseUrl: url, hashKey, dataKeys } = settings;
    const codeKeys = sessionSecrets(settings);
    const store = await openStore({ url, now: Date.now, log: silentLog, hashKey, codeKeys, dataKeys });
    try {
      await task({ store, settings, print });
    } finally {
      await store.close();
    }
  });
}
