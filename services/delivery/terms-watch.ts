import { errorName, type Log } from "../observe/log.ts";
import type { ChangedTerms } from "../providers/route.ts";
import type { Store } from "../store/types.ts";

/**
 * The console's changes of terms, as this process knows them: read at most a second after any process wrote one. Caps
 * are read with the place that they limit instead.
 * @throws where the store cannot be read at the start: nobody is to get leads by terms that are changed
 */
export async function watchTerms({
  terms,
  log,
  pollMs = 1_000,
}: {
  terms: Store["terms"];
  log: Log;
  pollMs?: number;
}): Promise<{ changed: ChangedTerms; stop(): Promise<void> }> {
  let newest = await terms.newest();
  let known = newest === 0 ? new Map<string, string>() : await terms.inForce();
  let underWay: Promise<void> | undefined;
  const look = async () => {
    try {
      const now = await terms.newest();
      if (now !== newest) [known, newest] = [new Map(await terms.inForce()), now];
    } catch (error) {
      log("terms.read_failed", { error: errorName(error) });
    }
  };
  const timer = setInterval(() => {
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
  }, pollMs);
  timer.unref();
  return {
    changed: () => known,
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
