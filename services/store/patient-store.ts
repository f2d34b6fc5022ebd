import { setTimeout as pause } from "node:timers/promises";
import { errorName, type Log } from "../observe/log.ts";
import { codeOf, isLost, passesAtStart, rootOf, StoreBusy, StoreUnavailable } from "./engine/failures.ts";
import { pauseWhileBusy } from "./engine/retry-while-busy.ts";
import { storeLimits } from "./limits.ts";
import type { Store } from "./store.ts";

/** How many calls may wait at most; further ones are refused at once. */
const mostWaiting = 1_000;

/** How long a start waits before it tries the store again, in milliseconds. */
const lookAgainMs = 500;

/**
 * A start's use of the store, as patient as its visitors' requests and longer: a process that is started while the
 * leader is lost would otherwise end, and with it the only ones that could serve (decision "A lost leader is waited
 * for").
 * @param open is repeated from its beginning after a failure that passes; it must leave nothing behind
 * @throws what `open` throws where waiting does not help, at once; an Error in plain words after `startMs`
 */
export async function awaitedAtStart<Opened>(
  open: () => Promise<Opened>,
  log: Log,
  { startMs } = storeLimits,
): Promise<Opened> {
  const end = performance.now() + startMs;
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await open();
    } catch (error) {
      if (!passesAtStart(error)) throw error;
      if (performance.now() >= end) {
        const waited = `The lead store could not be used for ${Math.round(startMs / 1000)} s.`;
        throw new Error(waited, { cause: error });
      }
      const root = rootOf(error);
      if (!isSaid) log("store.awaited", { error: errorName(root), code: codeOf(root) || undefined });
      await pause(lookAgainMs);
    }
  }
}

/**
 * The store as requests use it. A call that meets a lost store waits until it is back, and is repeated: all calls may
 * be, since a log grows only from the length that its writer saw, and an origin has one lead. So nobody has to find out
 * about a commit whose answer never came (decision "A lost leader is waited for"). And a visitor's failed write says
 * more about the store than any look: until one has succeeded the store is not ready.
 */
export function patientStore(store: Store, { patienceMs, doubtMs } = storeLimits): Store {
  let waiting = 0;
  let troubleAt: number | undefined;

  const untilBack = async (end: number) => {
    waiting += 1;
    try {
      do await pauseWhileBusy();
      while (performance.now() < end && !(await store.ready()));
    } finally {
      waiting -= 1;
    }
  };
  const held =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const end = performance.now() + patienceMs;
      for (;;) {
        try {
          return await call(...given);
        } catch (error) {
          if (!isLost(error) || waiting >= mostWaiting || performance.now() >= end) throw error;
          await untilBack(end);
        }
      }
    };
  /** For a visitor's write. What a look at the store finds by itself is left to that. */
  const noted = <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) => {
    const again = held(call);
    return async (...given: Given): Promise<Result> => {
      try {
        const done = await again(...given);
        troubleAt = undefined;
        return done;
      } catch (error) {
        const isTrouble = error instanceof StoreUnavailable && !(error instanceof StoreBusy);
        if (isTrouble && !isLost(error)) troubleAt = performance.now();
        throw error;
      }
    };
  };
  const { visits, suppressions, leads, badEmails, paidVerdicts } = store;
  return {
    ...store,
    visits: {
      ...visits,
      append: noted(visits.append),
      load: held(visits.load),
      latest: held(visits.latest),
      latestWithLead: held(visits.latestWithLead),
    },
    leads: {
      ...leads,
      get: held(leads.get),
      acknowledged: held(leads.acknowledged),
      countByBuyer: held(leads.countByBuyer),
    },
    // Asked before an answer is stored, they would refuse it at once.
    badEmails: { ...badEmails, countBad: held(badEmails.countBad) },
    paidVerdicts: { find: held(paidVerdicts.find), keep: held(paidVerdicts.keep) },
    suppressions: { ...suppressions, add: held(suppressions.add) },
    submit: noted(store.submit),
    submitContact: noted(store.submitContact),
    ready: async () => {
      const isInDoubt = troubleAt !== undefined && performance.now() - troubleAt < doubtMs;
      return !isInDoubt && (await store.ready());
    },
  };
}
