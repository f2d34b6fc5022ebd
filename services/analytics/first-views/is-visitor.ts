import { isbot } from "isbot";

/** What a browser, or a program that looks at links, says when nobody is looking yet. */
const early = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];
const isEarly = /prefetch|prerender|preview/i;
/** No browser's User-Agent is longer. */
const longest = 1_000;

/** Whether these are browsers: to ask takes 5 us, and most visitors have one of few. */
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
 * Whether a request for a page is a person's who is to see it, by what it says of itself: not a crawler, a program that
 * makes previews of links, a monitor or a library, and not a browser that asks ahead. Who claims to be a browser is believed.
 */
export function isVisitor(header: (name: string) => string | undefined): boolean {
  return isBrowser(header("User-Agent") ?? "") && !early.some((name) => isEarly.test(header(name) ?? ""));
}
