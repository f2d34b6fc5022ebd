import { dayText } from "../../../../../services/analytics/days.ts";
import type { SeriesStep } from "../../../../../services/analytics/series.ts";
import { timeOf } from "../../../ui/time-of.ts";

const hourMs = 3_600_000;

/** The days that are asked for. */
type Asked = { from?: string; to?: string };

/** Writes the steps of a series: a moment, a day, the Monday of a week, with the days of it that are asked for if not all are. */
export function labelsOf(step: SeriesStep, timeZone: string, asked: Asked = {}): (at: number) => string {
  if (step === "hour") return (at) => timeOf(at * hourMs, timeZone);
  if (step === "day") return dayText;
  return (at) => {
    const [whole, days] = [daysOf(step, at, ""), daysOf(step, at, "", asked)];
    const isWhole = whole.from === days.from && whole.to === days.to;
    return isWhole ? dayText(at) : `${dayText(at)} (only ${days.from} to ${days.to})`;
  };
}

/** The days of a step that are asked for, as a filter; of an hour its day. */
export function daysOf(
  step: SeriesStep,
  at: number,
  label: string,
  { from = "", to = "" }: Asked = {},
): Required<Asked> {
  if (step === "hour") return { from: label.slice(0, 10), to: label.slice(0, 10) };
  const [first, last] = [dayText(at), dayText(step === "day" ? at : at + 6)];
  return { from: from > first ? from : first, to: to && to < last ? to : last };
}
