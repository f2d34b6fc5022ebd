import { kindNames, lists, type Report } from "../../app/graphs/what-if/report.ts";
import { kinds } from "../../machines/what-if/differences.ts";

/** A summary for a person or a pull request, in Markdown. */
export function summaryOf({ code, before, after, visitsOf, rest, tally }: Omit<Report, "drawn">): string {
  const { visits, failed } = tally;
  const share = (part: number) => (visits === 0 ? "–" : `${((100 * part) / visits).toFixed(2)} %`);
  const rows = kinds.map((kind) => {
    const { atLeast, atMost, samples } = tally.kinds[kind];
    return `| ${kindNames[kind]} | ${number(atLeast)} | ${share(atLeast)} | ${number(atMost)} | ${share(atMost)} | ${samples[0]?.visit ?? ""} |`;
  });
  return `${[
    `### What if: ${code}, ${before} to ${after}`,
    "",
    `${number(visits)} ${visitsOf}${rest.length === 0 ? "" : ", stopped before the last"}${failed > 0 ? `; ${number(failed)} could not be walked` : ""}. Where the recording does not say, every answer was tried: the numbers are bounds.`,
    "",
    "| Visits that | at least | | at most | | for example |",
    "| --- | ---: | ---: | ---: | ---: | --- |",
    ...rows,
    ...lists.flatMap(([name, title]) => list(title, tally[name])),
  ].join("\n")}\n`;
}

const number = (count: number) => count.toLocaleString("en-US");

/** The commonest few, by name. */
function list(title: string, counts: Record<string, number>): string[] {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  if (sorted.length === 0) return [];
  const shown = sorted.slice(0, 10).map(([name, count]) => `${name} ${number(count)}`);
  const more = sorted.length > 10 ? `, and ${sorted.length - 10} more` : "";
  return ["", `${title}: ${shown.join(", ")}${more}.`];
}
