/** One line of a chart: a value for each step, null where there is none. */
export type Line = { name: string; values: (number | null)[] };

/** Lines over the same steps. */
export type Chart = {
  name: string;
  title: string;
  unit: "count" | "percent";
  lines: Line[];
  /** The 95 % interval of the first line. */
  band?: { low: (number | null)[]; high: (number | null)[] };
};

/** What happened in one step, in words. `at` as in the series. */
export type Mark = { at: number; texts: string[] };
