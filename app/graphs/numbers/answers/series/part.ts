import type { Series, SeriesAbout } from "../../../../../services/analytics/series.ts";
import type { Numbers } from "../../../../../services/analytics/types.ts";
import type { Chart } from "../../series/charts.ts";
import type { Column, Table } from "../../table.ts";
import { as, shareCells, shareColumns } from "../columns.ts";

type TitleOf = (id: string) => string;

/** How an address names a part: `step:AtFault`, `field:last_name`, `service:checkPhone`. */
export function readAbout(given: string): SeriesAbout | undefined {
  const [, kind, name = ""] = /^(step|field|service):(.+)$/.exec(given) ?? [];
  if (kind === "step") return { kind, node: name };
  if (kind === "field") return { kind, field: name };
  return kind === "service" ? { kind, service: name } : undefined;
}

/** The parts to choose from, in words: all steps that visits came to, fields that were refused and services that were called. */
export function partsOf({ nodes }: Pick<Numbers, "nodes">, titleOf: TitleOf): Record<string, string> {
  const steps = nodes
    .filter(({ sessions }) => sessions > 0)
    .map(({ id }) => [`step:${id}`, `Step: ${titleOf(id)}`]);
  const fields = nodes.flatMap(({ refusals }) => refusals.fields.map(({ field }) => field));
  const services = nodes.flatMap((node) => node.services.map(({ service }) => service));
  return Object.fromEntries([
    ...steps,
    ...unique(fields).map((field) => [`field:${field}`, `Field: ${field}`]),
    ...unique(services).map((service) => [`service:${service}`, `Service: ${service}`]),
  ]);
}

const unique = (all: readonly string[]) => [...new Set(all)].sort();

type Shown = {
  title: string;
  note: string;
  /** What each number counts, in words. */
  names: string[];
  rate: string;
  /** The rate of one point. */
  of: (counts: readonly number[]) => [count: number, of: number];
};

/** A part in words; `of` says which rate its counts make. */
function shownAs(about: SeriesAbout, names: readonly string[], titleOf: TitleOf): Shown {
  switch (about.kind) {
    case "step":
      return {
        title: titleOf(about.node),
        note: "By when a session began. Who is under way at this step is not counted yet.",
        names: ["Came here", "Dropped off here"],
        rate: "Drop-off here",
        of: ([came = 0, left = 0]) => [left, came],
      };
    case "field":
      return {
        title: `Field ${about.field}`,
        note: "By when a session began. Counted are sessions, however often they were refused.",
        names: ["Came to where it is asked", "Refused"],
        rate: "Share refused",
        of: ([came = 0, refused = 0]) => [refused, came],
      };
    default:
      return {
        title: `Service ${about.service}`,
        note: "Calls, by when the session began that made them. Whatever is not ok is a failure.",
        names: [...names],
        rate: "Share failed",
        of: (counts) => {
          const all = counts.reduce((sum, each) => sum + each, 0);
          const ok = names[0] === "ok" ? counts[0]! : 0;
          return [all - ok, all];
        },
      };
  }
}

/** Rates of fewer jump too much to be drawn. */
const fewest = 10;

/** The charts and the table of one part. @param label of each point */
export function partShown(
  { step, points, part }: Series,
  about: SeriesAbout,
  { label, titleOf, stepName }: { label: (at: number) => string; titleOf: TitleOf; stepName: Column },
): { charts: Chart[]; table: Table } {
  const { names: given, counts } = part ?? { names: [], counts: points.map(() => []) };
  const { title, note, names, rate, of } = shownAs(about, given, titleOf);
  const rates = counts.map((each) => shareCells(...of(each)));
  const drawn = rates.map((each, at) => (of(counts[at]!)[1] < fewest ? [null, null, null] : each));
  return {
    charts: [
      {
        name: "part-rate",
        title: `${title}: ${rate.toLowerCase()}`,
        unit: "percent",
        lines: [{ name: rate, values: drawn.map(([share]) => share!) }],
        band: { low: drawn.map(([, low]) => low!), high: drawn.map(([, , high]) => high!) },
      },
      {
        name: "part-counts",
        title: `${title}: counts`,
        unit: "count",
        lines: names.map((name, at) => ({ name, values: counts.map((each) => each[at]!) })),
      },
    ],
    table: {
      name: "part",
      title: `${title} by ${step}`,
      note: `${note} Below each rate is its 95% confidence interval (Wilson). The chart leaves out rates of fewer than ${fewest}.`,
      columns: [stepName, ...as("count", ...names), ...shareColumns(rate, "bad")],
      rows: points.map(({ at }, index) => ({
        id: String(at),
        cells: [label(at), ...names.map((_, name) => counts[index]![name] ?? 0), ...rates[index]!],
      })),
    },
  };
}
