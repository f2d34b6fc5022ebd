import { isbot } from "isbot";

/** Headers that mark a request as a prefetch, prerender or link preview. */
const early = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];
const isEarly = /prefetch|prerender|preview/i;
/** Longer than any browser's User-Agent. */
const longest = 1_000;

/** Results by User-Agent: `isbot` takes 5 µs, and most visitors share a few User-Agents. */
const known = new Map<string, boolean>();
const mostKnown = 1_000;

function isBrowser(userAgent: string): boolean {
  const found = known.get(userAgent);
  if (found !== undefined) return found;
  const isOne = userAgent !== "" && userAgent.length <= longest && !isbot(userAgent);
  if (known.size >= mostKnown) known.clear();
  if (userAgent.length <= longest) known.set(userAgent, isOne);
  return isOne;
}

/**
 * True if a request for a page comes from a person who will see it, judging by its headers: no crawler, link
 * preview, monitor or library, and no prefetch. Anything that claims to be a browser is counted.
 */
export function isVisitor(header: (name: string) => string | undefined): boolean {
  return isBrowser(header("User-Agent") ?? "") && !early.some((name) => isEarly.test(header(name) ?? ""));
}
