import { nameOf, type Screen } from "../../../test/support/screens/screen.ts";
import { markdownTable } from "../../../test/support/tables.ts";
import type { Audit } from "./audit.ts";

/** A screen with what was found on it; `alike` counts further screens with the same markup, which were left out. */
export type Audited = Screen & { audits: Audit[]; alike: number };
/** A survey walked with the keyboard alone, from its address to its end; `failure` says what stopped it. */
export type KeyboardWalk = { survey: string; address: string; steps: number; failure?: string };
/** Screens that could not be brought about. */
export type Unseen = { name: string; failure: string };

/** The contents of test/output/accessibility.json, besides its totals. */
export type Report = { screens: Audited[]; keyboard: KeyboardWalk[]; unseen: Unseen[] };

/** How much was examined, and how much of it is wrong; `incomplete` counts what axe could not decide. */
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

/** True when everything was examined without findings. */
export function isClean(report: Report): boolean {
  const { violations, unfinished } = totalsOf(report);
  return violations + unfinished === 0;
}

const columns = ["screens", "alike", "audits", "violations", "incomplete", "keyboard"] as const;

/** The report for people: a table of its parts, each thing that was found with its places, and how it ended. */
export function inWords(report: Report): string {
  return [table(report), "", ...findings(report), ...stopped(report), verdict(report)].join("\n");
}

function table(report: Report): string {
  const groups = [
    ...report.screens.map(({ group }) => group),
    ...report.keyboard.map(({ survey }) => survey),
  ];
  const line = (name: string, part: Report) => {
    const totals = totalsOf(part);
    return [name, ...columns.map((column) => String(totals[column]))];
  };
  const lines = [...new Set(groups)].map((name) =>
    line(name, {
      screens: report.screens.filter(({ group }) => group === name),
      keyboard: report.keyboard.filter(({ survey }) => survey === name),
      unseen: [],
    }),
  );
  return markdownTable([["", ...columns], ...lines, line("all", report)]);
}

/** Each failed check, and below it each element with the first place. */
function findings({ screens }: Report): string[] {
  const found = new Map<string, Map<string, string[]>>();
  for (const screen of screens) {
    for (const { condition, violations } of screen.audits) {
      for (const { check, help, nodes } of violations) {
        const title = `${check}: ${help}`;
        const places = found.get(title) ?? new Map<string, string[]>();
        found.set(title, places);
        for (const node of nodes) {
          places.set(node, [...(places.get(node) ?? []), `${nameOf(screen)} at ${condition}`]);
        }
      }
    }
  }
  return [...found].map(([title, places]) => {
    const lines = [...places].map(
      ([node, [first, ...more]]) =>
        `  ${first}${more.length > 0 ? ` and ${more.length} more` : ""}\n    ${node}`,
    );
    return `${title}\n${lines.join("\n")}\n`;
  });
}

function stopped({ keyboard, unseen }: Report): string[] {
  return [
    ...keyboard.map(({ address, failure }) => ({ name: `${address} by keyboard`, failure })),
    ...unseen,
  ].flatMap(({ name, failure }) => (failure ? `${name}: ${failure}\n` : []));
}

function verdict(report: Report): string {
  const { screens, audits, violations, keyboard, unfinished } = totalsOf(report);
  return isClean(report)
    ? `Nothing is wrong on ${screens} screens in ${audits} audits, and ${keyboard} walks by keyboard came to their end.`
    : `There are ${violations} violations on ${screens} screens, and ${unfinished} walks could not be finished.`;
}
