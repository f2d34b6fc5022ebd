import { findEntry } from "../../../machines/registry.ts";
import { dayCounter, dayNumber, dayText } from "../../calendar/days.ts";
import { ownSection } from "../feature.ts";
import type { NextStep, WithNumbers } from "../numbers/added.ts";
import { AnalyticsUnavailable } from "../numbers/client.ts";
import { type DataKind, dataKinds } from "../numbers/types.ts";
import type { Experiment } from "./experiment.ts";
import { askedOf, type ExperimentNumbers } from "./numbers.ts";
import type { ToReport } from "./report.ts";
import { section } from "./section.ts";
import type { CountedBy, Report } from "./types.ts";

/** Whose visits an address asks for: real visitors' by default. */
export function dataIn({ url }: Pick<Request, "url">): DataKind {
  const asked = new URL(url).searchParams.get("data");
  return dataKinds.find((each) => each === asked) ?? "real";
}

export function stateOf({ start, stop, winner }: Experiment, now: number): string {
  if (now < start) return "not started";
  if (stop === undefined || now < stop) return "running";
  return winner ? `ended; everyone sees ${winner}` : "ended";
}

/** Traffic and rate before an experiment are those of so many days, or of as many as there were. */
const daysBefore = 28;

/** An experiment's results so far, or the reason why they are unavailable, in a sentence. */
type Judged =
  | { report: Report; numbers: ExperimentNumbers; unavailable?: undefined }
  | { report: null; numbers: null; unavailable: string };

export async function judged(services: WithNumbers, experiment: Experiment, data: DataKind): Promise<Judged> {
  const { settings, running } = services;
  const asked = askedOf(running.numbers);
  const day = dayCounter(settings.siteTimeZone);
  const today = day(Date.now());
  try {
    const [numbers, ran] = await Promise.all([
      asked.numbers(experiment.id, data),
      ranBefore(services, experiment, data, Math.min(today, day(experiment.start))),
    ]);
    const { days, crossedByArms, crossedByFlags } = numbers;
    // One that has not begun counts by views if its surveys already do.
    const countedBy = days.length > 0 || ran.views ? numbers.countedBy : "visits";
    const crossed = crossedByArms + crossedByFlags;
    // About an arm that the file no longer has, the report only says that the experiment was altered.
    const known = days.filter(({ arm }) => experiment.arms.some(({ name }) => name === arm));
    const isAltered = numbers.versions.length > 1;
    const given = { experiment, days: known, countedBy, today, crossed, isAltered, before: ran[countedBy] };
    return { report: await asked.report(given), numbers };
  } catch (error) {
    if (!(error instanceof AnalyticsUnavailable)) throw error;
    return { report: null, numbers: null, unavailable: error.message };
  }
}

/**
 * Views and visits of its paths on the whole days before one, and what of them came to its metric; null without any, and
 * where views are not known.
 */
async function ranBefore(
  { running }: WithNumbers,
  { paths, metric }: Experiment,
  data: DataKind,
  end: number,
): Promise<Record<CountedBy, ToReport["before"]>> {
  const all = await Promise.all(
    paths.map((path) => {
      const filters = { path: [path], from: dayText(end - daysBefore), to: dayText(end - 1) };
      return running.numbers.query({ variant: findEntry(path)!.variant.code, data, filters, paths: 1 });
    }),
  );
  const begun = all.flatMap(({ days }) => (days ? [dayNumber(days.first)] : []));
  const days = end - Math.max(end - daysBefore, Math.min(...begun));
  const count = all.reduce((sum, { totals }) => sum + totals[metric], 0);
  const among = (of: number) => (of > 0 ? { count, of, days } : null);
  const views = all.map((each) => (each.views.isKnown ? each.views.count : Number.NaN));
  return {
    views: among(views.reduce((sum, each) => sum + each, 0)),
    visits: among(all.reduce((sum, { totals }) => sum + totals.sessions, 0)),
  };
}

/** The experiments that have a verdict. */
export async function decided(services: WithNumbers, data: DataKind): Promise<NextStep[]> {
  const of = data === "real" ? "" : `?data=${data}`;
  const { list } = ownSection(services.settings, section);
  const all = await Promise.all(
    list.map(async (experiment) => ({ id: experiment.id, ...(await judged(services, experiment, data)) })),
  );
  return all.flatMap(({ id, report }) => (report ? verdictStep(id, report, of) : []));
}

export function verdictStep(id: string, { verdict }: Pick<Report, "verdict">, of: string): NextStep[] {
  if (verdict.kind === "early") return [];
  const certainty =
    verdict.kind === "untrusted"
      ? "Until this is mended, its numbers say nothing."
      : "Valid however often one looks.";
  return [
    {
      what: `The experiment ${id} has a verdict: ${verdict.title}.`,
      size: verdict.reasons[0] ?? "",
      certainty,
      links: [{ text: "Report", href: `/graphs/experiments/${id}${of}` }],
    },
  ];
}
