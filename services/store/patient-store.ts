import { setTimeout as pause } from "node:timers/promises";
import { errorName, type Log } from "../observe/log.ts";
import { codeOf, isLost, passesAtStart, rootOf, StoreBusy, StoreUnavailable } from "./engine/failures.ts";
import { pauseWhileBusy } from "./engine/retry-while-busy.ts";
import { storeLimits } from "./limits.ts";
import type { Store } from "./store.ts";

/** So many calls wait at most; the others are refused at once. */
const mostWaiting = 1_000;

/** So long a start waits before it looks for the store again, in milliseconds. */
const lookAgainMs = 500;

/**
 * What a start asks of the store, as patient as its visitors' requests are and longer: a process that is started while the
 * leader is lost would else end, and with it the only ones that could serve (decision "A lost leader is waited for").
 * @param open is done again from its beginning after a failure that passes; it must leave nothing behind
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
 * The store as requests use it. A call that meets a store that was lost waits until it is back, and is made again: all of
 * them may be, since a log grows only from the length that its writer saw, and an origin has one lead. So nobody has to
 * ask what became of a commit whose answer never came (decision "A lost leader is waited for"). And a visitor's
 * write that failed says more about the store than any look: until one has succeeded the store is not called ready.
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
  /** Of a visitor's write. What a look at the store finds out by itself is left to that. */
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
  const { visits, suppressions, leads, badEmails, verdicts } = store;
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
    verdicts: { ...verdicts, find: held(verdicts.find), keep: held(verdicts.keep) },
    suppressions: { ...suppressions, add: held(suppressions.add) },
    submit: noted(store.submit),
    submitContact: noted(store.submitContact),
    ready: async () => {
      const isInDoubt = troubleAt !== undefined && performance.now() - troubleAt < doubtMs;
      return !isInDoubt && (await store.ready());
    },
  };
}
