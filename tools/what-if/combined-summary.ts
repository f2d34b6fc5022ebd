import { kindNames } from "../../app/graphs/what-if/report.ts";
import { kinds } from "../../machines/what-if/differences.ts";
import { type Gate, gateText, isBroken } from "../../machines/what-if/gate.ts";
import type { Selection } from "./selection.ts";
import {
  capital,
  changesTable,
  foundFor,
  headlineKinds,
  howToRead,
  inWords,
  listsOf,
  moreThanAllowed,
  number,
  pageOf,
  paragraphs,
  type Summed,
  shareOf,
  short,
  visitsRead,
} from "./summary.ts";

/** Below GitHub's limit of 65,536 characters for a comment. */
const maxLength = 60_000;

type About = Selection & { before: string; after: string };

/** A summary of every survey in Markdown: one table of those that change, then the details of each, folded. */
export function combinedSummaryOf(
  reports: readonly Summed[],
  about: About,
  siteOrigin: string,
  gates: readonly Gate[] = [],
): string {
  const sides = `${short(about.before)} to ${short(about.after)}`;
  const notReplayed = [
    ...(about.added.length > 0 ? [`New, so without recorded visits: ${inWords(about.added)}.`] : []),
    ...(about.removed.length > 0
      ? [`Gone, so their visits were not replayed: ${inWords(about.removed)}.`]
      : []),
  ];
  if (reports.length === 0) {
    const nothing = `No survey is touched from ${sides}: charts, questions, their code and the rules of leads are the same.`;
    return paragraphs([nothing, ...notReplayed]);
  }
  const changed = reports.filter(isChanged);
  const stopped = codesOf(reports.filter(({ rest }) => rest.length > 0));
  const summary = [
    `### What if: every survey, ${sides}`,
    `**${headline(changed, reports, about.untouched.length, gates)}**`,
    ...(changed.length > 0 ? [surveysTable(changed, siteOrigin), howToRead] : []),
    ...(stopped.length > 0
      ? [`**The run was stopped before all visits of ${inWords(stopped)} were read.**`]
      : []),
    ...gateList(changed, gates),
    ...unchanged(reports, about.untouched),
    ...notReplayed,
  ];
  return paragraphs([...summary, ...details(changed, siteOrigin, maxLength - paragraphs(summary).length)]);
}

function hasChanges({ tally }: Summed): boolean {
  return kinds.some((kind) => tally.kinds[kind].atMost > 0);
}

/** Visits that could not be walked may change in any way, so such a survey is listed too. */
function isChanged(report: Summed): boolean {
  return hasChanges(report) || report.tally.failed > 0;
}

const codesOf = (reports: readonly Summed[]) => reports.map(({ code }) => code);

function headline(
  changed: readonly Summed[],
  all: readonly Summed[],
  untouched: number,
  gates: readonly Gate[],
): string {
  if (all.every(({ tally, rest }) => tally.visits + tally.failed + rest.length === 0))
    return "There were no visits to replay.";
  if (changed.length === 0) return "Nothing changes for these visits.";
  const broken = changed.filter(({ tally }) => gates.some((gate) => isBroken(gate, tally)));
  const more = broken.length > 0 ? `, in ${broken.length} of them more than allowed` : "";
  return `Visits may change in ${changed.length} of ${all.length + untouched} surveys${more}.`;
}

function surveysTable(changed: readonly Summed[], siteOrigin: string): string {
  const rows = changed.map((report) => {
    const shares = headlineKinds.map((kind) => shareOf(report, kind));
    const page = `[charts and visits](${pageOf(report, siteOrigin)})`;
    return `| ${[report.code, number(report.tally.visits), ...shares, page].join(" | ")} |`;
  });
  const heads = headlineKinds.map((kind) => capital(kindNames[kind]));
  return [
    `| Survey | Visits | ${heads.join(" | ")} | Page |`,
    "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ...rows,
  ].join("\n");
}

function gateList(changed: readonly Summed[], gates: readonly Gate[]): string[] {
  if (gates.length === 0) return [];
  const lines = gates.map((gate) => {
    const broken = changed.filter(({ tally }) => isBroken(gate, tally));
    const found = broken.map((report) => `${report.code} (${foundFor(gate, report)})`);
    const outcome = broken.length > 0 ? `${moreThanAllowed} in ${inWords(found)}` : "kept";
    return `- Limit \`${gateText(gate)}\`: ${outcome}.`;
  });
  return [lines.join("\n")];
}

function unchanged(reports: readonly Summed[], untouched: readonly string[]): string[] {
  const same = reports.filter((report) => !isChanged(report) && report.rest.length === 0);
  const unvisited = codesOf(same.filter(({ tally }) => tally.visits === 0));
  const visited = codesOf(same.filter(({ tally }) => tally.visits > 0));
  const parts = [
    ...(visited.length > 0 ? [`nothing changes for the visits of ${inWords(visited)}`] : []),
    ...(unvisited.length > 0 ? [`there are no visits of ${inWords(unvisited)}`] : []),
    ...(untouched.length > 0 ? [`the edit does not touch ${inWords(untouched)}`] : []),
  ];
  return parts.length > 0 ? [`${capital(parts.join("; "))}.`] : [];
}

/** The details of each survey while there is room; for the rest, readers are sent to the surveys' pages. */
function details(changed: readonly Summed[], siteOrigin: string, room: number): string[] {
  const left: string[] = [];
  let used = 0;
  const blocks = changed.flatMap((report) => {
    const block = paragraphs([
      `<details>\n<summary>${report.code}</summary>`,
      visitsRead(report),
      ...(hasChanges(report) ? [changesTable(report, siteOrigin)] : []),
      ...listsOf(report),
      "</details>",
    ]).trimEnd();
    if (used + block.length > room) {
      left.push(report.code);
      return [];
    }
    used += block.length + 2;
    return [block];
  });
  const more = `No room for the details of ${inWords(left)}: see their pages.`;
  return left.length > 0 ? [...blocks, more] : blocks;
}
