let pending: object = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/** Browsers allow only so many writes in a time. */
const pauseMs = 300;

function write(): void {
  timer = undefined;
  history.replaceState({ ...history.state, ...pending }, "");
}

/**
 * Keeps something with the page's entry in the history of its tab, where a reload finds it again (`history.state`), and
 * nobody after the tab is closed.
 */
export function keepInHistory(values: object): void {
  pending = values;
  if (timer === undefined) timer = setTimeout(write, pauseMs);
  addEventListener("pagehide", write);
}
