import { dayText } from "../../../../../services/analytics/days.ts";
import type { SeriesStep } from "../../../../../services/analytics/series.ts";

const hourMs = 3_600_000;

/** Writes the steps of a series: `2026-11-01 01:00 EDT` (of an hour that comes twice the zone says which), a day, the Monday of a week. */
export function labelsOf(step: SeriesStep, timeZone: string): (at: number) => string {
  if (step !== "hour") return dayText;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
    hourCycle: "h23",
    timeZoneName: "short",
  });
  return (at) => {
    const part = Object.fromEntries(
      format.formatToParts(at * hourMs).map(({ type, value }) => [type, value]),
    );
    const { year, month, day, hour, minute, timeZoneName } = part;
    return `${year}-${month}-${day} ${hour}:${minute} ${timeZoneName}`;
  };
}

/** The days of a step, for a filter. */
export function daysOf(step: SeriesStep, at: number, label: string): { from: string; to: string } {
  if (step === "hour") return { from: label.slice(0, 10), to: label.slice(0, 10) };
  return { from: dayText(at), to: dayText(step === "day" ? at : at + 6) };
}
