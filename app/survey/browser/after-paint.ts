import { type DependencyList, useEffect } from "react";

/** A hidden tab is not painted. */
const longestWaitMs = 200;

const due: (() => void)[] = [];

/**
 * Does invisible work after the page is painted, so that a press does not wait for it.
 * @returns a function that does it at once, if it is not done yet
 */
export function afterPaint(work: () => void): () => void {
  let isDone = false;
  const doNow = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  if (due.length === 0) start();
  due.push(doNow);
  return doNow;
}

function start(): void {
  // A frame's callbacks come before its paint, and tasks after it: one each, so that a press can come between.
  const finish = () => {
    clearTimeout(late);
    for (const doNow of due.splice(0)) setTimeout(doNow);
  };
  const late = setTimeout(finish, longestWaitMs);
  requestAnimationFrame(finish);
}

/** An effect after the paint, and before the same effect of the next change. */
export function useAfterPaint(work: () => void, changes: DependencyList): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's own
  useEffect(() => afterPaint(work), changes);
}
