import type { Chart } from "./charts.ts";

/** How far apart gridlines may be, times a power of ten. */
const nice = [1, 2, 2.5, 5, 10];
/** A chart has at most so many gridlines above 0. */
const mostLines = 5;

/** The gridlines of an axis from 0 to at least `most`: few, at round numbers, so that a line fills its chart. */
export function ticksTo(most: number, unit: Chart["unit"]): number[] {
  // Counts have no halves, and of a rate that hardly moves the axis must not show noise alone.
  const whole = Math.max(unit === "count" ? 2 : 0.1, most);
  const power = 10 ** Math.floor(Math.log10(whole / mostLines));
  const steps = nice.map((each) => each * power).filter((step) => unit !== "count" || Number.isInteger(step));
  const step = steps.find((each) => whole / each <= mostLines) ?? 1;
  const count = Math.ceil(whole / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, line) => Number((line * step).toPrecision(12)));
}

/** Which of so many intervals are named below the axis: the first, then evenly spaced ones. */
export function namedOf(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every);
}
