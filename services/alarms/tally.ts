import { readTrace } from "../analytics/trace.ts";
import type { Ended } from "../store/visits/ended-visits.ts";
import type { HourCounts } from "./series.ts";

/** Only this many of an hour's sources are kept, the busiest. */
const maxSources = 2_000;

/** Counts the visits that ended in an hour, for every series they belong to. */
export function tallyOf(ended: readonly Ended[]): HourCounts {
  const counts: HourCounts = {};
  addTo(counts, ended);
  return busiest(counts);
}

/** Adds visits that ended to an hour's counts. */
export function addTo(counts: HourCounts, ended: readonly Ended[]): void {
  const add = (series: string, hits: number, tries: number) => {
    const [before, of] = counts[series] ?? [0, 0];
    counts[series] = [before + hits, of + tries];
  };
  for (const { variant, affiliate, place, items, isLead, isLeft, count } of ended) {
    for (const series of ["site:", `survey:${variant}`, `source:${variant}/${affiliate}`]) {
      add(series, isLead ? count : 0, count);
    }
    const passed = new Set<string>();
    for (const item of readTrace(items)) {
      if (item.kind === "edge" || item.kind === "jump") passed.add(item.to);
      if (item.kind === "outcome") add(`service:${item.service}`, item.said === "ok" ? 0 : count, count);
    }
    for (const each of passed) add(`place:${variant}/${each}`, isLeft && each === place ? count : 0, count);
  }
}

/** @returns the same counts without those of rare sources, which anybody can make up */
export function busiest(counts: HourCounts): HourCounts {
  const sources = Object.keys(counts)
    .filter((series) => series.startsWith("source:"))
    .sort((one, other) => counts[other]![1] - counts[one]![1]);
  for (const series of sources.slice(maxSources)) delete counts[series];
  return counts;
}
