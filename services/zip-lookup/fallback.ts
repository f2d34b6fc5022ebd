import type { ZipLookup } from "../ports.ts";

/** Asks `first`; when it gives no answer, `second` does. */
export function firstThen(first: ZipLookup, second: ZipLookup): ZipLookup {
  return { lookUp: (zip) => first.lookUp(zip).catch(() => second.lookUp(zip)) };
}
