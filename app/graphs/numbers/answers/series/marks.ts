import { findEntry } from "../../../../../machines/registry.ts";
import { dayNumber } from "../../../../../services/analytics/days.ts";
import { type Series, stepOf } from "../../../../../services/analytics/series.ts";
import type { Experiment } from "../../../../../services/experiments/experiment.ts";
import type { NoteShown } from "../../notes/note-shown.ts";
import type { Mark } from "../../series/charts.ts";

const hourMs = 3_600_000;

type Given = {
  code: string;
  experiments: readonly Experiment[];
  notes: readonly Pick<NoteShown, "day" | "about" | "words">[];
  /** Counts days in the site's time zone. */
  day: (at: number) => number;
};

/**
 * Events that may explain a change: releases, page flags, services that failed, experiments and notes, in order and grouped by interval. A note is
 * about a whole day, so by hour it is at the day's first.
 */
export function marksOn(series: Series, { code, experiments, notes, day }: Given): Mark[] {
  const { of } = stepOf(series.step);
  const [first, last] = [series.points[0], series.points.at(-1)];
  if (!first || !last) return [];
  const stepAt = (at: number) => of(Math.floor(at / hourMs), day(at));
  const ofExperiments = experiments
    .filter(({ paths, arms }) =>
      [...paths, ...arms.map(({ survey = "" }) => survey)].some(
        (path) => findEntry(path)?.variant.code === code,
      ),
    )
    .flatMap(({ id, start, stop, winner }) => [
      { at: stepAt(start), text: `Experiment ${id} starts` },
      ...(stop === undefined
        ? []
        : [{ at: stepAt(stop), text: `Experiment ${id} stops${winner ? `, ${winner} wins` : ""}` }]),
    ]);
  const seen = series.firstSeen.map(({ kind, name, at }) => ({
    at,
    text: kind === "version" ? `Release: survey version ${name} first seen` : `Flag ${name} first seen`,
  }));
  const failed = series.outages.flatMap(({ service, hour, end, failed: times, calls }) => {
    const of = `${times} of ${calls} calls`;
    const hours = end - hour === 1 ? "an hour" : `${end - hour} hours`;
    return [{ at: stepAt(hour * hourMs), text: `Service ${service} failed for ${hours}: ${of}` }];
  });
  const firstHourOf = (noted: number) =>
    series.points.find(({ at }) => day(at * hourMs) === noted)?.at ?? Number.NaN;
  const noted = notes.map(({ day: text, about, words }) => ({
    at: series.step === "hour" ? firstHourOf(dayNumber(text)) : of(0, dayNumber(text)),
    text: `Note (${about}): ${words}`,
  }));
  const byStep = new Map<number, string[]>();
  for (const { at, text } of [...ofExperiments, ...seen, ...failed, ...noted]) {
    if (at >= first.at && at <= last.at) byStep.set(at, [...(byStep.get(at) ?? []), text]);
  }
  return [...byStep].sort(([one], [other]) => one - other).map(([at, texts]) => ({ at, texts }));
}
