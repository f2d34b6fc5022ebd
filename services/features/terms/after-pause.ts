import { affiliateHeld } from "../../delivery/outbox/send.ts";
import type { Log } from "../../observe/log.ts";
import { polling } from "../../observe/polling.ts";
import { Refusal } from "../../operations/refusal.ts";
import { requeueMessage } from "../../operations/requeue.ts";
import type { ChangedTerms } from "../../providers/route.ts";
import { changeKey } from "../../settings/destinations/terms.ts";
import type { Settings } from "../../settings/env.ts";
import type { Message } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

/** An affiliate does not bring this many leads while it is paused. */
const most = 10_000;
/**
 * How long after a change, and how often, held messages are looked for: work in progress when a pause ended is held
 * after that.
 */
const [settledMs, againMs] = [3 * 60_000, 30_000];

/** The messages that are held because an affiliate is paused, or was, by its id. */
export async function heldByPause(outbox: Pick<Store["outbox"], "list">): Promise<Map<string, Message[]>> {
  const held = new Map<string, Message[]>();
  for (const message of await outbox.list({ status: "held", limit: most })) {
    const affiliate = affiliateHeld(message.lastError ?? "");
    if (affiliate !== undefined) held.set(affiliate, [...(held.get(affiliate) ?? []), message]);
  }
  return held;
}

/**
 * Queues again what an affiliate's ended pause held, the oldest first; all other reasons against a message are checked
 * when it is sent. Messages that another buyer has or may have, or that were held for another reason, stay.
 * @returns how many
 */
export async function releaseAfterPause(context: { store: Store; settings: Settings }): Promise<number> {
  const inForce = await context.store.termsInForce.all();
  let count = 0;
  for (const [affiliate, messages] of await heldByPause(context.store.outbox)) {
    if (inForce.get(changeKey("affiliate", affiliate, "paused")) === "yes") continue;
    for (const { id } of messages.toReversed()) {
      try {
        await requeueMessage(context, id, { from: "held" });
        count++;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }
  return count;
}

/**
 * Lets leads go whose affiliate is paused no more, also where the process that ended the pause has died since: the
 * first to look does it. It looks at the start, and for a while after each change of terms.
 */
export function watchPauses({
  store,
  settings,
  terms,
  outbox,
  now,
  log,
  pollMs,
}: {
  store: Store;
  terms: ChangedTerms;
  settings: Settings;
  outbox: { wake(): void };
  now: () => number;
  log: Log;
  pollMs: number;
}): { stop(): Promise<void> } {
  let known: ReturnType<ChangedTerms> | undefined;
  let [changedAt, lookedAt] = [now(), now()];
  const look = async () => {
    const newest = terms();
    const isAgain = now() - changedAt < settledMs && now() - lookedAt >= againMs;
    if (newest === known && !isAgain) return;
    if ((await releaseAfterPause({ store, settings })) > 0) outbox.wake();
    if (newest !== known) [known, changedAt] = [newest, now()];
    lookedAt = now();
  };
  return polling(look, { pollMs, log, failed: "outbox.release_failed" });
}
