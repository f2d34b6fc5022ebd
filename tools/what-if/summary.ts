import { kindNames, lists, type Report } from "../../app/graphs/what-if/report.ts";
import { type Kind, kinds } from "../../machines/what-if/differences.ts";
import { type Gate, isBroken } from "../../machines/what-if/gate.ts";

type Summed = Omit<Report, "drawn">;

/**
 * A summary for a person or a pull request, in Markdown: what changes, for how many, where to look.
 * @param siteOrigin of a site with charts, where examples open in the simulator
 */
export function summaryOf(report: Summed, siteOrigin: string, gates: readonly Gate[] = []): string {
  const { code, before, after, visitsOf, rest, tally } = report;
  const changed = kinds.filter((kind) => tally.kinds[kind].atMost > 0);
  const unchanged = kinds.filter((kind) => !changed.includes(kind)).map((kind) => kindNames[kind]);
  const page = `${siteOrigin}/graphs/${code}`;
  const rows = changed.map((kind) => {
    const [sample] = tally.kinds[kind].samples;
    const example = sample ? `[${sample.visit}](${page}/simulate?${sample.simulate})` : "";
    return `| ${kindNames[kind]} | ${bounds(report, kind, number)} | ${bounds(report, kind, share)} | ${example} |`;
  });
  return `${[
    `### What if: ${code}, ${short(before)} to ${short(after)}`,
    "",
    `**${headline(report)}**`,
    "",
    `${number(tally.visits)} ${visitsOf} were walked through both${rest.length > 0 ? ", **the run was stopped before the last**" : ""}.${tally.failed > 0 ? ` ${number(tally.failed)} could not be walked.` : ""}`,
    ...(changed.length === 0
      ? []
      : [
          "",
          "| Visits that | How many | Share | Where one parts |",
          "| --- | ---: | ---: | --- |",
          ...rows,
          "",
          "A single number is exact. Where recordings do not say what a visitor would do, every answer was tried: of “3 to 12” three are certain and twelve possible, of “at most 12” none is certain.",
          ...(unchanged.length > 0
            ? ["", `No visits ${new Intl.ListFormat("en", { type: "disjunction" }).format(unchanged)}.`]
            : []),
        ]),
    ...gates.flatMap((gate) => ["", gateInWords(gate, report)]),
    ...lists.flatMap(([name, title]) => list(title, tally[name])),
    "",
    `[Drawn on both charts, with more visits](${page}/what-if)`,
  ].join("\n")}\n`;
}

/** What a reviewer asks first: is another lead sold, and how many notice. */
function headline(report: Summed): string {
  const { way, verdict, payload } = report.tally.kinds;
  if ([way, verdict, payload].every(({ atMost }) => atMost === 0)) return "Nothing changes for these visits.";
  const [ways, verdicts, payloads] = (["way", "verdict", "payload"] as const).map((kind) =>
    report.tally.kinds[kind].atMost === 0 ? "none" : bounds(report, kind, share),
  );
  return `${capital(ways!)} take another way, ${verdicts} get another verdict, ${payloads} have another payload.`;
}

/** `12`, `at most 12` or `3 to 12`. */
function bounds({ tally }: Summed, kind: Kind, inWords: (count: number, visits: number) => string): string {
  const { atLeast, atMost } = tally.kinds[kind];
  const most = inWords(atMost, tally.visits);
  if (atLeast === atMost) return most;
  return atLeast === 0 ? `at most ${most}` : `${inWords(atLeast, tally.visits)} to ${most}`;
}

function gateInWords(gate: Gate, report: Summed): string {
  const { kind, limit, isShare } = gate;
  const found = bounds(report, kind, isShare ? share : number);
  const outcome = isBroken(gate, report.tally) ? "**more may change than allowed**" : "kept";
  return `Limit \`${kind}>${limit}${isShare ? "%" : ""}\`: ${outcome} (${found}).`;
}

const number = (count: number) => count.toLocaleString("en-US");
const share = (part: number, visits: number) => `${((100 * part) / visits).toFixed(2)} %`;
/** A commit's whole name says no more than its beginning. */
const short = (revision: string) => (/^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 8) : revision);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The commonest few, by name. */
function list(title: string, counts: Record<string, number>): string[] {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  if (sorted.length === 0) return [];
  const shown = sorted.slice(0, 10).map(([name, count]) => `${name} ${number(count)}`);
  const more = sorted.length > 10 ? `, and ${sorted.length - 10} more` : "";
  return ["", `${title}: ${shown.join(", ")}${more}.`];
}
