import { AsyncResource } from "node:async_hooks";
import { failure, type Log } from "./log.ts";

/**
 * Does something now and then: at once, and after each pause unless the last time is still under way. What fails is logged
 * as this event, and tried again.
 * @param work ends early once the function that it is given says so
 * @returns `check`: does it now, unless it is under way; and how to stop, which waits for what is under way
 */
export function polling(
  work: (isStopped: () => boolean) => Promise<unknown>,
  { pollMs, log, failed }: { pollMs: number; log: Log; failed: string },
): { check(): void; stop(): Promise<void> } {
  let isStopped = false;
  let underWay: Promise<void> | undefined;
  const check = () => {
    underWay ??= work(() => isStopped)
      .then(() => {})
      .catch((error) => log(failed, failure(error)))
      .finally(() => {
        underWay = undefined;
      });
  };
  check();
  const end = every(pollMs, check);
  return {
    check,
    async stop() {
      isStopped = true;
      end();
      await underWay;
    },
  };
}

/** A timer may come so much before its time, in milliseconds. */
const early = 2;

type Beat = { wakes: Set<() => void>; cancel(): void };

/** By moment, what is done then. */
const beats = new Map<number, Beat>();

/**
 * Does something every so many milliseconds, at multiples of them: a process at rest is woken once a second, by one timer
 * for all that is done then. Keeps no process alive.
 * @returns how to end it
 */
export function every(ms: number, look: () => void): () => void {
  // The timer has the context of the first that needed it.
  const lookHere = AsyncResource.bind(look);
  let leave: () => void;
  const wait = () => {
    const moment = (Math.floor((performance.now() + early) / ms) + 1) * ms;
    leave = joinBeat(moment, wake);
  };
  const wake = () => {
    wait();
    lookHere();
  };
  wait();
  return () => leave();
}

/** @returns how to leave it again */
function joinBeat(moment: number, wake: () => void): () => void {
  const beat = beats.get(moment) ?? newBeat(moment);
  beat.wakes.add(wake);
  return () => {
    beat.wakes.delete(wake);
    if (beat.wakes.size === 0) beat.cancel();
  };
}

function newBeat(moment: number): Beat {
  const wakes = new Set<() => void>();
  const begin = () => {
    beats.delete(moment);
    for (const wake of wakes) wake();
  };
  const timer = setTimeout(begin, moment - performance.now()).unref();
  const cancel = () => {
    clearTimeout(timer);
    if (beats.get(moment) === beat) beats.delete(moment);
  };
  const beat = { wakes, cancel };
  beats.set(moment, beat);
  return beat;
}
