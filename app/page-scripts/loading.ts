/** The longest time that anything is looked for, in milliseconds (ruling 142). */
const longestMs = 10_000;

/**
 * Polls until there is a value. It blocks nobody: when nothing appears in ten seconds, or the page moves on, the answer
 * is undefined. A failing look counts as no value.
 */
export function poll<Found>(
  look: () => Found | undefined,
  everyMs: number,
  stop: AbortSignal,
): Promise<Found | undefined> {
  return new Promise((resolve) => {
    const lastMs = performance.now() + longestMs;
    const end = (found?: Found) => {
      clearInterval(timer);
      stop.removeEventListener("abort", giveUp);
      resolve(found);
    };
    const giveUp = () => end();
    const timer = setInterval(() => {
      const found = quietly(look);
      if (found !== undefined) end(found);
      else if (performance.now() > lastMs) end();
    }, everyMs);
    stop.addEventListener("abort", giveUp);
    if (stop.aborted) end();
  });
}

/** The result of a vendor's promise; undefined where it fails or does not settle in time. */
export function within<Answer>(ms: number, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = (answer?: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    (async () => ask())().then(end, () => end());
  });
}

export function untilLeft(): AbortSignal {
  const left = new AbortController();
  addEventListener("pagehide", () => left.abort(), { once: true });
  return left.signal;
}

function quietly<Found>(look: () => Found): Found | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/**
 * Adds a vendor's script to the page. Its effect on the page shows that it has loaded; nothing waits for it.
 * @returns a signal that also aborts when the script fails to load, which ends the polling
 */
export function loadScript(src: string | URL, stop: AbortSignal, id = ""): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort();
  addScript(src, id).addEventListener("error", end);
  stop.addEventListener("abort", end);
  return ended.signal;
}

export function addScript(src: string | URL, id = ""): HTMLScriptElement {
  const script = document.createElement("script");
  script.src = String(src);
  script.async = true;
  if (id) script.id = id;
  document.head.append(script);
  return script;
}
