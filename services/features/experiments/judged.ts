import { findEntry } from "../../../machines/registry.ts";
import { dayCounter, dayNumber, dayText } from "../../calendar/days.ts";
import type { NextStep, WithNumbers } from "../numbers/added.ts";
import { AnalyticsUnavailable } from "../numbers/client.ts";
import { type DataKind, dataKinds } from "../numbers/types.ts";
import { experimentsIn } from "./feature.ts";
import { type InForce, phaseAt } from "./in-force.ts";
import { askedOf, type ExperimentNumbers } from "./numbers.ts";
import type { ToReport } from "./report.ts";
import type { SoldRule } from "./sold.ts";
import type { CountedBy, Report } from "./types.ts";

/** Whose visits an address asks for: real visitors' by default. */
export function dataIn({ url }: Pick<Request, "url">): DataKind {
  const asked = new URL(url).searchParams.get("data");
  return dataKinds.find((each) => each === asked) ?? "real";
}

export function stateOf(experiment: InForce, now: number): string {
  const { state, winner } = phaseAt(experiment, now);
  if (state !== "ended") return state === "waiting" ? "not started" : state;
  return winner ? `ended; everyone sees ${winner}` : "ended";
}

/** Traffic and rate before an experiment are those of so many days, or of as many as there were. */
const daysBefore = 28;

/** An experiment's results so far, or the reason why they are unavailable, in a sentence. */
type Judged =
  | { report: Report; numbers: ExperimentNumbers; unavailable?: undefined }
  | { report: null; numbers: null; unavailable: string };

export async function judged(services: WithNumbers, experiment: InForce, data: DataKind): Promise<Judged> {
  const { settings, running } = services;
  const asked = askedOf(running.numbers);
  const timeZone = settings.siteTimeZone;
  const day = dayCounter(timeZone);
  const { soldAfter: after = 0, metric, start = Date.now() } = experiment;
  // Of the metric `sold`, a day counts once the books have been asked about its leads.
  const today = day(Date.now()) - after;
  const rule = (first: number, last: number) =>
    metric === "sold" ? { after, first, last, timeZone } : undefined;
  try {
    const end = Math.min(today, day(start));
    const [numbers, ran] = await Promise.all([
      asked.numbers(experiment.id, data, rule(day(start), today - 1)),
      ranBefore(services, experiment, data, end, rule(end - daysBefore, end - 1)),
    ]);
    const { days, crossedByArms, crossedByFlags } = numbers;
    // One that has not begun counts by views if its surveys already do.
    const countedBy = days.length > 0 || ran.views ? numbers.countedBy : "visits";
    const crossed = crossedByArms + crossedByFlags;
    // About an arm that the file no longer has, the report only says that the experiment was altered.
    const known = days.filter(({ arm }) => experiment.arms.some(({ name }) => name === arm));
    const isAltered = numbers.versions.length > 1;
    const given = { experiment, days: known, countedBy, today, crossed, isAltered, before: ran[countedBy] };
    const widened = experiment.phases.findLast(
      ({ share, since }, index, all) => since <= Date.now() && share !== all[index - 1]?.share,
    );
    const sameShareSince = widened && day(widened.since) + 1;
    return { report: await asked.report({ ...given, sameShareSince }), numbers };
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
  { paths, metric }: InForce,
  data: DataKind,
  end: number,
  rule: SoldRule | undefined,
): Promise<Record<CountedBy, ToReport["before"]>> {
  const all = await Promise.all(
    paths.map((path) => {
      const filters = { path: [path], from: dayText(end - daysBefore), to: dayText(end - 1) };
      return running.numbers.query({ variant: findEntry(path)!.variant.code, data, filters, paths: 1 });
    }),
  );
  const begun = all.flatMap(({ days }) => (days ? [dayNumber(days.first)] : []));
  const days = end - Math.max(end - daysBefore, Math.min(...begun));
  const count =
    metric !== "sold"
      ? all.reduce((sum, { totals }) => sum + totals[metric], 0)
      : data === "simulated"
        ? 0
        : await askedOf(running.numbers).soldAt(paths, rule!);
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
  const all = await Promise.all(
    experimentsIn(services.settings).map(async (experiment) => ({
      id: experiment.id,
      ...(await judged(services, experiment, data)),
    })),
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
