/** Does something when the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 100);
}
