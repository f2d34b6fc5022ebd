const onThisPage = new Map<string, string>();

/** The tab's storage. Where a browser has none, or refuses it, what would be there is kept for as long as the page is. */
export const tabStorage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem(key) {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return onThisPage.get(key) ?? null;
    }
  },
  setItem(key, value) {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      onThisPage.set(key, value);
    }
  },
  removeItem(key) {
    try {
      sessionStorage.removeItem(key);
    } catch {
      onThisPage.delete(key);
    }
  },
};

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
