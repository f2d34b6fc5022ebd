import type { Page } from "playwright-core";
import type { Language } from "../../../machines/steps/step.ts";

/** A screen that a visitor can see. */
export type Screen = {
  /** Its group: `pages`, or a survey by its variant's short code. */
  group: string;
  /** A page's name, or a step's place in its chart and its name: `03-AtFault`. */
  name: string;
  /** How it is met: `first`, `errors`, `answered` … */
  state: string;
  language: Language;
  /** Path and query that lead to it, a survey's to its beginning. */
  address: string;
  /** Of a survey's screen. */
  step?: string;
};

/**
 * Is shown a screen while a page is at it.
 * @returns whether the states of the same page or step that take some doing are wanted too
 */
export type Look = (page: Page, screen: Screen) => Promise<boolean>;

/** A screen's name in files and reports: `c-03-AtFault-errors`. */
export function nameOf({ group, name, state }: Screen): string {
  return [group === "pages" ? [] : group, name, state === "first" ? [] : state].flat().join("-");
}

/** An address with page flags (spec 4.3) besides those it has. */
export function withFlags(address: string, flags: readonly string[]): string {
  if (flags.length === 0) return address;
  const url = new URL(address, "http://site");
  url.searchParams.set("flags", [...url.searchParams.getAll("flags"), ...flags].join(","));
  return url.pathname + url.search;
}
