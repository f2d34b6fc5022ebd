/** Longest that anything is looked for (ruling 142). */
const longestMs = 10_000;

/**
 * Looks again and again until there is something. Nobody waits for it: where nothing comes in ten seconds, or the
 * page goes on without, the answer is undefined, as it is while looking fails.
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

/** What a vendor's promise comes to; undefined where it fails or has not settled in time. */
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

/** Ends with the page. */
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
 * Adds a vendor's script to the page. Whether it comes is seen by what it leaves there, never waited for.
 * @returns a signal that also ends when the script cannot be had: nothing is looked for then
 */
export function loadScript(src: string | URL, stop: AbortSignal, id = ""): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort();
  addScript(src, id).addEventListener("error", end);
  stop.addEventListener("abort", end);
  return ended.signal;
}

/** Adds a script that runs when it comes. */
export function addScript(src: string | URL, id = ""): HTMLScriptElement {
  const script = document.createElement("script");
  script.src = String(src);
  script.async = true;
  if (id) script.id = id;
  document.head.append(script);
  return script;
}
