import { failure, type Log } from "../observe/log.ts";
import { polling } from "../observe/polling.ts";
import type { Inbox } from "./leads/inbox.ts";
import type { Ages, Retention } from "./retention/sweep.ts";

const hour = 60 * 60 * 1000;

type Kept = {
  retention: Retention;
  bookkeeping: { catchUp(): Promise<unknown> };
  inbox: Pick<Inbox, "catchUp">;
};

/** How many leads one hourly run adds to the search index. A search indexes the newest ones itself. */
const mostFindable = 100_000;

/** A sale whose process died before it was in the books waits for them no longer, in milliseconds. */
const booksPollMs = 20_000;

/**
 * Erases what is kept no longer and makes findable what is not yet, once an hour. Books and queues what has not followed yet
 * from what is recorded, all the time.
 */
export function startUpkeep(
  { retention, bookkeeping, inbox }: Kept,
  ages: Ages & { sightings?: number },
  log: Log,
): { stop(): Promise<void> } {
  const books = polling(() => bookkeeping.catchUp(), { pollMs: booksPollMs, log, failed: "sales.failed" });
  const index = () => inbox.catchUp(mostFindable).catch((error) => log("inbox.failed", failure(error)));
  const sweep = async () => {
    try {
      const swept = Object.values(await retention.sweep(ages));
      const count = swept.reduce((sum, each) => sum + each, 0);
      if (count > 0) log("retention.swept", { count });
    } catch (error) {
      log("retention.failed", failure(error));
    }
  };
  void index();
  const timer = setInterval(() => void index().then(sweep), hour);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return books.stop();
    },
  };
}
