import { kindNames, lists, type Report } from "../../app/graphs/what-if/report.ts";
import { type Kind, kinds } from "../../machines/what-if/differences.ts";
import { type Gate, gateText, isBroken } from "../../machines/what-if/gate.ts";

/** What a summary needs of a run. */
export type Summed = Omit<Report, "drawn" | "fingerprint">;

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
export function paragraphs(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}

export function visitsRead({ visitsOf, rest, tally }: Summed): string {
  const stopped = rest.length > 0 ? ", **the run was stopped before the last**" : "";
  const failed = tally.failed > 0 ? ` ${number(tally.failed)} could not be walked.` : "";
  return `${number(tally.visits)} ${visitsOf} were walked through both${stopped}.${failed}`;
}

/** A row for each kind of change that there is, with an example that opens in the simulator. */
export function changesTable(report: Summed, siteOrigin: string): string {
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

export const howToRead =
  "A single number is the same whatever else happens. Where recordings do not say what a visitor would do, or what a service would say when it is asked again, everything was tried: of “3 to 12” three are certain and twelve possible, of “at most 12” none is certain.";

/** What a reviewer asks first: how many visitors notice, and whether other leads are sold. */
function headline(report: Summed): string {
  const { kinds: found } = report.tally;
  if (headlineKinds.every((kind) => found[kind].atMost === 0)) return "Nothing changes for these visits.";
  const [lost, ways, verdicts, payloads] = headlineKinds.map((kind) => shareOf(report, kind));
  return `${capital(lost!)} send no lead any more, ${ways} take another path, ${verdicts} get another verdict, ${payloads} send another payload or none.`;
}

/** The kinds of change that a headline has. */
export const headlineKinds = ["lost", "way", "verdict", "payload"] as const;

export function shareOf(report: Summed, kind: Kind): string {
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

export const moreThanAllowed = "**more may change than allowed**";

/** What a gate compares with its limit. */
export function foundFor({ kind, isShare }: Gate, report: Summed): string {
  const { failed } = report.tally;
  const unknown = failed > 0 ? `, and ${number(failed)} could not be walked` : "";
  return `${bounds(report, kind, isShare ? share : number)}${unknown}`;
}

export function pageOf({ code }: Summed, siteOrigin: string): string {
  return `${siteOrigin}/graphs/${code}/what-if`;
}

export const number = (count: number) => count.toLocaleString("en-US");
const share = (part: number, visits: number) => `${((100 * part) / Math.max(1, visits)).toFixed(2)} %`;
export const short = (revision: string) =>
  /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 8) : revision;
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Ids in a file can be any text, so what Markdown would interpret is escaped. */
const plainText = (text: string) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|]/g, "\\$&");

export function inWords(
  names: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat("en", { type }).format(names);
}

/** The lists of what differs, each with its ten most frequent items. */
export function listsOf({ tally }: Summed): string[] {
  return lists.flatMap(([name, title]) => {
    const sorted = Object.entries(tally[name]).sort(([, one], [, other]) => other - one);
    if (sorted.length === 0) return [];
    const shown = sorted.slice(0, 10).map(([each, count]) => `${each} ${number(count)}`);
    const more = sorted.length > 10 ? `, and ${sorted.length - 10} more` : "";
    return [`${title}: ${shown.join(", ")}${more}.`];
  });
}
