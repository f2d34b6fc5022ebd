import { readFileSync } from "node:fs";

/** Where the build leaves the islands' loader in one piece. */
export const loaderFile = "build/loader.js";

let loader: string | undefined;

/**
 * The islands' loader as text of a module script. It is small, and is in the HTML: a file of its own would be
 * asked for while the browser still has the page to paint, and the islands only after it.
 */
export function inlineLoader(): string {
  loader ??= readFileSync(loaderFile, "utf8");
  return loader;
}
