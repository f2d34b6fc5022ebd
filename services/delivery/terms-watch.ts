import type { Log } from "../observe/log.ts";
import { polling } from "../observe/polling.ts";
import type { ChangedTerms } from "../providers/route.ts";
import type { Store } from "../store/store.ts";

/**
 * The console's changes of terms, as this process knows them: read at most `pollMs` milliseconds after any process
 * wrote one. Caps are read with the place that they limit instead.
 * @throws where the store cannot be read at the start: nobody may get leads by outdated terms
 */
export async function watchTerms({
  terms,
  log,
  pollMs,
}: {
  terms: Store["termsInForce"];
  log: Log;
  pollMs: number;
}): Promise<{ changed: ChangedTerms; stop(): Promise<void> }> {
  let newest = await terms.newest();
  let known = newest === 0 ? new Map<string, string>() : await terms.all();
  const look = async () => {
    const now = await terms.newest();
    if (now !== newest) [known, newest] = [new Map(await terms.all()), now];
  };
  return { changed: () => known, ...polling(look, { pollMs, log, failed: "terms.read_failed" }) };
}
