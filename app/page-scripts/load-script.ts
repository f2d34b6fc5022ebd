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
