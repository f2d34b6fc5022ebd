import { errorName, type Log } from "../observe/log.ts";
import type { Inbox } from "./leads/inbox.ts";
import type { Ages, Retention } from "./retention/sweep.ts";
import type { Ledger } from "./sales/ledger.ts";

const hour = 60 * 60 * 1000;

type Kept = { retention: Retention; ledger: Pick<Ledger, "catchUp">; inbox: Pick<Inbox, "catchUp"> };

/** Leads that are made findable in one hour; a search does the newest by itself. */
const mostFindable = 100_000;

/** Erases what is kept no longer, once an hour, and books and makes findable what is not yet, at the start as well. */
export function startUpkeep(
  { retention, ledger, inbox }: Kept,
  ages: Ages & { sightings?: number },
  log: Log,
): { stop(): void } {
  const book = () => ledger.catchUp().catch((error) => log("sales.failed", { error: errorName(error) }));
  const index = () =>
    inbox.catchUp(mostFindable).catch((error) => log("inbox.failed", { error: errorName(error) }));
  const sweep = async () => {
    try {
      const swept = Object.values(await retention.sweep(ages));
      const count = swept.reduce((sum, each) => sum + each, 0);
      if (count > 0) log("retention.swept", { count });
    } catch (error) {
      log("retention.failed", { error: errorName(error) });
    }
  };
  void book().then(index);
  const timer = setInterval(() => void book().then(index).then(sweep), hour);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
