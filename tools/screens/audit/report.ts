import type { Screen } from "../screen.ts";
import type { Audit } from "./audit.ts";

/** A screen with what was found on it; `alike` counts further screens with the same markup, which were left out. */
export type Audited = Screen & { audits: Audit[]; alike: number };
/** A survey walked with the keyboard alone, from its address to its end; `failure` says what stopped it. */
export type KeyboardWalk = { survey: string; address: string; steps: number; failure?: string };
/** Screens that could not be brought about. */
export type Unseen = { name: string; failure: string };

/** What test/output/accessibility.json holds, besides its totals and its machine. */
export type Report = { screens: Audited[]; keyboard: KeyboardWalk[]; unseen: Unseen[] };

/** How much was looked at, and how much of it is wrong; `incomplete` counts what axe could not decide. */
export function totalsOf({ screens, keyboard, unseen }: Report) {
  const audits = screens.flatMap((screen) => screen.audits);
  return {
    screens: screens.length,
    alike: screens.reduce((sum, { alike }) => sum + alike, 0),
    audits: audits.length,
    violations: audits.reduce((sum, { violations }) => sum + violations.length, 0),
    incomplete: audits.reduce((sum, { incomplete }) => sum + incomplete, 0),
    keyboard: keyboard.filter(({ failure }) => !failure).length,
    unfinished: keyboard.filter(({ failure }) => failure).length + unseen.length,
  };
}

/** True when nothing was found and everything was looked at. */
export function isClean(report: Report): boolean {
  const { violations, unfinished } = totalsOf(report);
  return violations + unfinished === 0;
}
