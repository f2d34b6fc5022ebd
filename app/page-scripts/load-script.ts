/**
 * Adds a vendor's script to the page. Whether it comes is seen by what it leaves there, never waited for.
 * @returns a signal that also ends when the script cannot be had: nothing is looked for then
 */
export function loadScript(src: string | URL, stop: AbortSignal, id = ""): AbortSignal {
  const script = document.createElement("script");
  const ended = new AbortController();
  const end = () => ended.abort();
  script.src = String(src);
  script.async = true;
  if (id) script.id = id;
  script.addEventListener("error", end);
  stop.addEventListener("abort", end);
  document.head.append(script);
  return ended.signal;
}
