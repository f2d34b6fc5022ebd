import { kindNames } from "../../../app/features/what-if/report.ts";
import { type Comparison, type Difference, differences, median, slower, type Totals } from "./compare.ts";
import type { Costs } from "./host.ts";

/** The words for each difference: what-if's where it has them. Of how many people: "12 of 100 …". */
const names: Record<Difference, string> = {
  ...kindNames,
  refused: "are refused an answer, or are no longer",
  money: "bring other money",
  error: "meet an error, or no longer",
  delivery: "leave a message that does not arrive, or no longer",
  twice: "have a receiver sent something twice, or no longer",
  words: "read other words",
  calls: "have a service asked more or less often",
};

const width = 80;
/** Details of each difference that are listed. */
const most = 5;

export type Sides = { before: string; after: string };

/** What a rehearsal found, for a terminal. The last paragraph alone is not the same at each run. */
export function reportOf(
  found: Comparison,
  { before, after }: Sides,
  seed: number,
  costs: { before: Costs; after: Costs },
): string {
  const { people, differing, totals } = found;
  const title = `Rehearsal of ${number(people)} people who never were, seed ${seed}: ${before} to ${after}`;
  const outcome =
    differing === 0
      ? "Nothing differs: both do the same with each of them."
      : `${number(differing)} of ${number(people)} people end differently.`;
  return [
    wrapped(title),
    wrapped(outcome),
    tableOf(totals),
    ...differences.flatMap((kind) => (found.kinds[kind] > 0 ? [sectionOf(kind, found)] : [])),
    processorTime(people, costs),
  ]
    .map((block) => `${block}\n`)
    .join("\n");
}

/** True where the new release does anything otherwise, or much more slowly. */
export function isDifferent(found: Comparison, costs: { before: Costs; after: Costs }): boolean {
  return found.differing > 0 || slower(costs.before, costs.after).length > 0;
}

function tableOf({ before, after }: Comparison["totals"]): string {
  const rows: [string, (totals: Totals) => string][] = [
    ["Leads", ({ leads }) => number(leads)],
    ["Qualified leads", ({ qualified }) => number(qualified)],
    ["Buyers owe", (totals) => dollars(sumOf(totals, (party) => !isAffiliate(party)))],
    ...Object.keys({ ...before.money, ...after.money })
      .filter((party) => !isAffiliate(party))
      .sort()
      .map((buyer): [string, (totals: Totals) => string] => [
        `  ${buyer}`.slice(0, 36),
        ({ money }) => dollars(money[buyer] ?? 0),
      ]),
    ["Affiliates get", (totals) => dollars(Math.abs(sumOf(totals, isAffiliate)))],
    ["Answers refused", ({ refused }) => number(refused)],
    ["Errors", ({ errors }) => number(errors)],
    ["Messages that did not arrive", ({ undelivered }) => number(undelivered)],
    ["Simulated seconds on questions (median)", ({ seconds }) => number(median(seconds))],
  ];
  const row = (name: string, was: string, is: string) =>
    `${name.padEnd(40)}${was.padStart(16)}${is.padStart(16)}`;
  return [row("", "before", "after"), ...rows.map(([name, of]) => row(name, of(before), of(after)))].join(
    "\n",
  );
}

const isAffiliate = (party: string) => party.startsWith("affiliate ");

function sumOf({ money }: Totals, isCounted: (party: string) => boolean): number {
  return Object.entries(money).reduce((sum, [party, cents]) => (isCounted(party) ? sum + cents : sum), 0);
}

function sectionOf(kind: Difference, { kinds, details }: Comparison): string {
  const all = Object.entries(details[kind] ?? {}).filter(([words]) => words !== "");
  const sorted = all.sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
  const shown = sorted
    .slice(0, most)
    .map(([words, count]) => wrapped(`  ${number(count)}: ${words}`, "     "));
  const more = sorted.length > most ? [`  and ${sorted.length - most} more`] : [];
  return [wrapped(`${number(kinds[kind])} ${names[kind]}`), ...shown, ...more].join("\n");
}

function processorTime(people: number, { before, after }: { before: Costs; after: Costs }): string {
  const each = (costs: Costs) => {
    const all = Object.values(costs).flat();
    return (all.reduce((sum, ms) => sum + ms, 0) / Math.max(1, people)).toFixed(1);
  };
  const usual = `Processor time: ${each(before)} ms a person before, ${each(after)} ms after.`;
  const much = slower(before, after).map(
    ({ what, before: was, after: is }) =>
      `Much slower: ${what}, ${was.toFixed(1)} ms before, ${is.toFixed(1)} ms after.`,
  );
  return [usual, ...much].map((line) => wrapped(line)).join("\n");
}

const number = (count: number) => count.toLocaleString("en-US");
const dollars = (cents: number) =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** Lines no wider than a terminal; a word that is wider stays whole. */
function wrapped(text: string, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=\S) /)) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join("\n");
}
