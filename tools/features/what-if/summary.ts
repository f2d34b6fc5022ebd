import { kindNames, lists, type Report } from "../../../app/features/what-if/report.ts";
import { type Kind, kinds } from "../../../machines/features/what-if/differences.ts";
import { type Gate, gateText, isBroken } from "../../../machines/features/what-if/gate.ts";
import type { Selection } from "./sides.ts";

/** A run as far as a summary needs it. */
type Summed = Omit<Report, "drawn" | "fingerprint">;

/**
 * A summary of one survey in Markdown, for a person or a pull request: what changes, for how many visits, where to look.
 * @param siteOrigin of a site with chart pages, where the examples open in the simulator
 */
export function summaryOf(report: Summed, siteOrigin: string, gates: readonly Gate[] = []): string {
  const { code, before, after, tally } = report;
  const unchanged = kinds.filter((kind) => tally.kinds[kind].atMost === 0).map((kind) => kindNames[kind]);
  const isChanged = unchanged.length < kinds.length;
  return paragraphs([
    `### What if: ${code}, ${short(before)} to ${short(after)}`,
    `**${headline(report)}**`,
    visitsRead(report),
    ...(isChanged ? [changesTable(report, siteOrigin), howToRead] : []),
    ...(isChanged && unchanged.length > 0 ? [`No visits ${inWords(unchanged, "disjunction")}.`] : []),
    ...gates.map(
      (gate) => `Limit \`${gateText(gate)}\`: ${outcome(gate, report)} (${foundFor(gate, report)}).`,
    ),
    ...listsOf(report),
    `[Drawn on both charts, with more visits](${pageOf(report, siteOrigin)})`,
  ]);
}

/** Blocks of Markdown with a blank line between them. */
function paragraphs(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}

function visitsRead({ visitsOf, rest, tally }: Summed): string {
  const stopped = rest.length > 0 ? ", **the run was stopped before the last**" : "";
  const failed = tally.failed > 0 ? ` ${number(tally.failed)} could not be walked.` : "";
  const { otherVersion: left } = tally;
  const others =
    left > 0
      ? ` ${number(left)} of ${number(left + tally.visits)} were recorded under another version of the chart and are left out.`
      : "";
  return `${number(tally.visits)} ${visitsOf} were walked through both${stopped}.${failed}${others}`;
}

/** A row for each kind of change, with an example that opens in the simulator. */
function changesTable(report: Summed, siteOrigin: string): string {
  const rows = kinds
    .filter((kind) => report.tally.kinds[kind].atMost > 0)
    .map((kind) => {
      const [sample] = report.tally.kinds[kind].samples;
      const address = `${siteOrigin}/graphs/${report.code}/simulate?${sample?.simulate}`;
      const example = sample ? `[${plainText(sample.visit)}](${address})` : "";
      return `| ${kindNames[kind]} | ${bounds(report, kind, number)} | ${bounds(report, kind, share)} | ${example} |`;
    });
  return [
    "| Visits that | How many | Share | Where one parts |",
    "| --- | ---: | ---: | --- |",
    ...rows,
  ].join("\n");
}

const howToRead =
  "A single number is the same whatever else happens. Where recordings do not say what a visitor would do, or what a service would say when it is asked again, everything was tried: of “3 to 12” three are certain and twelve possible, of “at most 12” none is certain.";

/** A reviewer's first questions: how many visitors notice, and whether other leads are sold. */
function headline(report: Summed): string {
  const { kinds: found } = report.tally;
  if (headlineKinds.every((kind) => found[kind].atMost === 0)) return "Nothing changes for these visits.";
  const [lost, ways, verdicts, payloads] = headlineKinds.map((kind) => shareOf(report, kind));
  return `${capital(lost!)} send no lead any more, ${ways} take another path, ${verdicts} get another verdict, ${payloads} send another payload or none.`;
}

/** The kinds of change that a headline has. */
const headlineKinds = ["lost", "way", "verdict", "payload"] as const;

function shareOf(report: Summed, kind: Kind): string {
  return report.tally.kinds[kind].atMost === 0 ? "none" : bounds(report, kind, share);
}

/** `12`, `at most 12` or `3 to 12`. */
function bounds({ tally }: Summed, kind: Kind, format: (count: number, visits: number) => string): string {
  const { atLeast, atMost } = tally.kinds[kind];
  const most = format(atMost, tally.visits);
  if (atLeast === atMost) return most;
  return atLeast === 0 ? `at most ${most}` : `${format(atLeast, tally.visits)} to ${most}`;
}

function outcome(gate: Gate, { tally }: Summed): string {
  return isBroken(gate, tally) ? moreThanAllowed : "kept";
}

const moreThanAllowed = "**more may change than allowed**";

/** The value that a gate compares with its limit. */
function foundFor({ kind, isShare }: Gate, report: Summed): string {
  const { failed } = report.tally;
  const unknown = failed > 0 ? `, and ${number(failed)} could not be walked` : "";
  return `${bounds(report, kind, isShare ? share : number)}${unknown}`;
}

function pageOf({ code }: Summed, siteOrigin: string): string {
  return `${siteOrigin}/graphs/${code}/what-if`;
}

const number = (count: number) => count.toLocaleString("en-US");
const share = (part: number, visits: number) => `${((100 * part) / Math.max(1, visits)).toFixed(2)} %`;
const short = (revision: string) => (/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 8) : revision);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Ids in a file can be any text, so what Markdown would interpret is escaped. */
const plainText = (text: string) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|]/g, "\\$&");

export function inWords(
  names: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat("en-US", { type }).format(names);
}

/** The lists of differences, each with its ten most frequent items. */
function listsOf({ tally }: Summed): string[] {
  return lists.flatMap(([name, title]) => {
    const sorted = Object.entries(tally[name]).sort(([, one], [, other]) => other - one);
    if (sorted.length === 0) return [];
    const shown = sorted.slice(0, 10).map(([each, count]) => `${each} ${number(count)}`);
    const more = sorted.length > 10 ? `, and ${sorted.length - 10} more` : "";
    return [`${title}: ${shown.join(", ")}${more}.`];
  });
}

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
    `**${headlineOfAll(changed, reports, about.untouched.length, gates)}**`,
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

function headlineOfAll(
  changed: readonly Summed[],
  all: readonly Summed[],
  untouched: number,
  gates: readonly Gate[],
): string {
  if (
    all.every(
      ({ tally: { visits, failed, otherVersion }, rest }) =>
        visits + failed + otherVersion + rest.length === 0,
    )
  )
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
