import { findEntry } from "../../../../machines/registry.ts";
import { AnalyticsUnavailable } from "../../../../services/analytics/analytics.ts";
import { dayCounter, dayNumber, dayText } from "../../../../services/analytics/days.ts";
import type { ExperimentNumbers } from "../../../../services/analytics/experiment-numbers.ts";
import type { DataKind } from "../../../../services/analytics/types.ts";
import type { Experiment } from "../../../../services/experiments/experiment.ts";
import type { Report } from "../../../../services/experiments/types.ts";
import type { Services } from "../../../../services/index.ts";

/** Traffic and rate before an experiment are those of so many days, or of as many as there were. */
const daysBefore = 28;

/** What an experiment shows so far, or why that cannot be had, in a sentence. */
export type Judged =
  | { report: Report; numbers: ExperimentNumbers; unavailable?: undefined }
  | { report: null; numbers: null; unavailable: string };

type Given = Pick<Services, "analytics" | "settings">;

export async function judged(services: Given, experiment: Experiment, data: DataKind): Promise<Judged> {
  const { analytics, settings } = services;
  const day = dayCounter(settings.siteTimeZone);
  const today = day(Date.now());
  try {
    const [numbers, before] = await Promise.all([
      analytics.experiment(experiment.id, data),
      visitsBefore(services, experiment, data, Math.min(today, day(experiment.start))),
    ]);
    const { days, crossedByArms, crossedByFlags } = numbers;
    const crossed = crossedByArms + crossedByFlags;
    // Of an arm that the file no longer has there is nothing to say but that the experiment was altered.
    const known = days.filter(({ arm }) => experiment.arms.some(({ name }) => name === arm));
    const isAltered = numbers.versions.length > 1;
    const given = { experiment, days: known, today, crossed, isAltered, before };
    return { report: await analytics.report(given), numbers };
  } catch (error) {
    if (!(error instanceof AnalyticsUnavailable)) throw error;
    return { report: null, numbers: null, unavailable: error.message };
  }
}

/** The visits of its paths on the whole days before one, and those of them that came to its metric; null without any. */
async function visitsBefore(
  { analytics }: Given,
  { paths, metric }: Experiment,
  data: DataKind,
  end: number,
): Promise<{ count: number; of: number; days: number } | null> {
  const all = await Promise.all(
    paths.map((path) => {
      const filters = { path: [path], from: dayText(end - daysBefore), to: dayText(end - 1) };
      return analytics.query({ variant: findEntry(path)!.variant.code, data, filters, paths: 1 });
    }),
  );
  const begun = all.flatMap(({ days }) => (days ? [dayNumber(days.first)] : []));
  const days = end - Math.max(end - daysBefore, Math.min(...begun));
  const of = all.reduce((sum, { totals }) => sum + totals.sessions, 0);
  return of > 0 ? { count: all.reduce((sum, { totals }) => sum + totals[metric], 0), of, days } : null;
}
