import { dayText } from "../../../../../services/analytics/days.ts";
import type { SeriesStep } from "../../../../../services/analytics/series.ts";
import { timeOf } from "../../../ui/time-of.ts";

const hourMs = 3_600_000;

/** Writes the steps of a series: a moment, a day, the Monday of a week. */
export function labelsOf(step: SeriesStep, timeZone: string): (at: number) => string {
  return step === "hour" ? (at) => timeOf(at * hourMs, timeZone) : dayText;
}

/** The days of a step, for a filter. */
export function daysOf(step: SeriesStep, at: number, label: string): { from: string; to: string } {
  if (step === "hour") return { from: label.slice(0, 10), to: label.slice(0, 10) };
  return { from: dayText(at), to: dayText(step === "day" ? at : at + 6) };
}
