import { type Kind, kinds } from "../../machines/what-if/differences.ts";
import type { Tally } from "../../machines/what-if/tally.ts";
import type { Batch } from "./visits.ts";

/** What a run came to, as its file has it: a page shows it, a later run goes on with it. */
export type Report = {
  code: string;
  before: string;
  after: string;
  visitsOf: string;
  /** Visits that were not read yet. */
  rest: Batch[];
  tally: Tally;
};

export const kindNames: Record<Kind, string> = {
  way: "take another way",
  skips: "skip a question",
  meets: "are asked a question they never answered",
  end: "end otherwise",
  verdict: "get another verdict (q)",
  dq_reason: "get another dq_reason",
  window: "fall into another window",
  payload: "have another payload",
};

/** A summary for a person or a pull request, in Markdown. */
export function summaryOf({ code, before, after, visitsOf, rest, tally }: Report): string {
  const { visits, failed } = tally;
  const share = (part: number) => (visits === 0 ? "–" : `${((100 * part) / visits).toFixed(2)} %`);
  const rows = kinds.map((kind) => {
    const { atLeast, atMost, samples } = tally.kinds[kind];
    return `| ${kindNames[kind]} | ${number(atLeast)} | ${share(atLeast)} | ${number(atMost)} | ${share(atMost)} | ${samples[0]?.visit ?? ""} |`;
  });
  const lists = [
    list("Verdicts that turn", tally.turns),
    list("Questions skipped", tally.skipped),
    list("Questions never answered before", tally.met),
    list("Fields of payloads that differ", tally.fields),
  ];
  return `${[
    `### What if: ${code}, ${before} to ${after}`,
    "",
    `${number(visits)} ${visitsOf}${rest.length === 0 ? "" : ", stopped before the last"}${failed > 0 ? `; ${number(failed)} could not be walked` : ""}. Where the recording does not say, every answer was tried: the numbers are bounds.`,
    "",
    "| Visits that | at least | | at most | | for example |",
    "| --- | ---: | ---: | ---: | ---: | --- |",
    ...rows,
    ...lists.flat(),
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
