let pending: object = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** Browsers allow only so many writes in a time. */
const pauseMs = 300;

/**
 * A page that is left writes at once. At `pagehide` it is too late in Chromium, whose tab is at the next page by then; Safari
 * on phones has no `beforeunload`. Nobody listens for long: a listener for `beforeunload` keeps a page out of Firefox's
 * cache for Back.
 */
const endings = ["beforeunload", "pagehide"] as const;

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const ending of endings) removeEventListener(ending, write);
  history.replaceState({ ...history.state, ...pending }, "");
}

/**
 * Keeps something with the page's entry in the history of its tab, where a reload finds it again (`history.state`), and
 * nobody after the tab is closed.
 */
export function keepInHistory(values: object): void {
  pending = values;
  if (timer !== undefined) return;
  timer = setTimeout(write, pauseMs);
  for (const ending of endings) addEventListener(ending, write);
}
