import { createHash } from "node:crypto";
import { cleanAddress } from "../site/clean-address.ts";
import { playOnOpen } from "../site/films/play-on-open.ts";
import { inlineLoader } from "./inline-loader.ts";
import { plainStyle } from "./plain-style.ts";

/** @returns the source of inline code as a content security policy names it */
export function hashSource(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

/** The inline scripts of all our pages, and the style sheet of the plain ones: known beforehand, so that a policy can name them. */
export function ourInlineCode(dev: boolean): { scripts: string[]; styles: string[] } {
  const own = [cleanAddress, playOnOpen];
  const scripts = dev ? own : [inlineLoader(), ...own];
  return { scripts: scripts.map(hashSource), styles: [hashSource(plainStyle)] };
}
