import { failure, type Log } from "../observe/log.ts";
import { every } from "../observe/polling.ts";
import type { Submitted } from "./rows.ts";
import type { Store } from "./store.ts";

/** How many of the newest leads that this process has acknowledged are looked for again. */
const most = 200;

export type History = {
  /** The store, whose leads are remembered, and whose outbox gives nothing while some of them are gone. */
  store: Store;
  /** Ids of leads that were acknowledged and are not in the store any more. */
  lost(): readonly string[];
  stop(): void;
};

/**
 * Notices when the database is another one than before: an old leader that has come back, an asynchronous standby that
 * was promoted, a backup, another address. A lead's row is never deleted, not even when its person is erased, so a
 * missing acknowledged lead can mean nothing else. Deliveries from such a store may be repetitions: they wait until
 * somebody has looked and restarts the process.
 */
export function watchHistory(store: Store, { log, pollMs = 5_000 }: { log: Log; pollMs?: number }): History {
  const remembered = new Set<string>();
  const gone = new Set<string>();
  const remember = <Done extends Submitted>(done: Done): Done => {
    if (done.status === "conflict") return done;
    remembered.add(done.lead.id);
    for (const oldest of remembered) {
      if (remembered.size <= most) break;
      remembered.delete(oldest);
    }
    return done;
  };
  let lookedAt = Number.NEGATIVE_INFINITY;
  const isTime = () => remembered.size > 0 && performance.now() - lookedAt >= pollMs / 10;
  const look = async () => {
    if (!isTime()) return;
    lookedAt = performance.now();
    const lost = (await store.leads.missing([...remembered])).filter((id) => !gone.has(id));
    if (lost.length === 0) return;
    if (gone.size === 0) log("store.went_back", { count: lost.length });
    for (const leadId of lost) {
      gone.add(leadId);
      log("store.lead_lost", { leadId });
    }
  };
  const stop = every(
    pollMs,
    () => void look().catch((error) => log("store.history_unknown", failure(error))),
  );
  return {
    store: {
      ...store,
      submit: async (...all) => remember(await store.submit(...all)),
      submitContact: async (...all) => remember(await store.submitContact(...all)),
      outbox: {
        ...store.outbox,
        async claim(...all) {
          const [rows, at] = all;
          // Asked before anything is sent: the first thing after a failover would else be to send what is sent already.
          if (isTime() && !(await store.outbox.isDue(rows, at))) return [];
          await look();
          return gone.size > 0 ? [] : store.outbox.claim(...all);
        },
      },
    },
    lost: () => [...gone],
    stop,
  };
}
