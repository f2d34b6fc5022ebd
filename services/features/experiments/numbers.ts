import { dwellTime } from "../../analytics/dwell.ts";
import { type Result, results } from "../../analytics/session.ts";
import { readArm } from "../../analytics/source.ts";
import type { Connection } from "../../store/engine/connection.ts";
import type { Analyses, AnalystsThread } from "../numbers/added.ts";
import type { Analytics } from "../numbers/client.ts";
import type { SessionIndex } from "../numbers/index/session-index.ts";
import { noDwells } from "../numbers/index/sessions.ts";
import type { Traces } from "../numbers/index/traces.ts";
import { viewsSince } from "../numbers/index/views.ts";
import type { DataKind } from "../numbers/types.ts";
import { repeatedVisits } from "./repeated-visits.ts";
import { reportOf, type ToReport } from "./report.ts";
import { type SoldRule, soldAt, soldIn } from "./sold.ts";
import type { ArmDay, CountedBy } from "./types.ts";

type ArmDays = {
  days: ArmDay[];
  /** `visits` if some began before first views were counted. */
  countedBy: CountedBy;
  /** Visits that were assigned an arm, then used an address with page flags, which override the arm's. */
  crossedByFlags: number;
  /** The definitions by which visits were drawn, most visits first; with several, it was altered meanwhile. */
  versions: { version: string; visits: number }[];
};

/** Counts an experiment's visits in all surveys by arm and day. Crossed visits stay in the arm drawn. */
export function armDaysOf(index: SessionIndex, experiment: string, data: DataKind): ArmDays {
  const { sources, traces } = index;
  const drawn = sources.flagTexts.texts.map((text) => {
    const arm = readArm(text);
    return arm?.experiment === experiment ? arm : undefined;
  });
  const isCounted = (source: number) =>
    data === "both" || (sources.simulated.values[source] === 1) === (data === "simulated");
  const days = new Map<string, ArmDay>();
  const dayOf = (arm: string, day: number) => {
    const counted = days.get(`${day} ${arm}`) ?? none(arm, day);
    days.set(`${day} ${arm}`, counted);
    return counted;
  };
  let countedBy: CountedBy = "views";
  const versions = new Map<string, number>();
  let crossedByFlags = 0;
  const marks = marksOf(traces);
  for (const variant of sources.variants.texts) {
    const sessions = index.ofVariant(variant);
    const views = index.viewsOfVariant(variant);
    const since = viewsSince(index, views);
    for (let at = 0; at < (sessions?.count ?? 0); at++) {
      const source = sessions!.source.values[at]!;
      const arm = drawn[sources.flags.values[source]!];
      if (!arm || !isCounted(source)) continue;
      versions.set(arm.version, (versions.get(arm.version) ?? 0) + 1);
      crossedByFlags += Number(arm.isCrossed);
      if (sessions!.hour.values[at]! < since[sources.simulated.values[source] as 0 | 1]) countedBy = "visits";
      const trace = sessions!.trace.values[at]!;
      const start = sessions!.dwellStart.values[at]!;
      const end = start + traces.movesOf(trace);
      const dwells = start === noDwells ? [] : sessions!.dwells.values.subarray(start, end);
      add(
        dayOf(arm.arm, sessions!.day.values[at]!),
        results[sessions!.result.values[at]!]!,
        dwells,
        marks(trace),
      );
    }
    for (let at = 0; at < (views?.count ?? 0); at++) {
      const source = views!.source.values[at]!;
      const arm = drawn[sources.flags.values[source]!];
      if (arm && isCounted(source))
        dayOf(arm.arm, views!.day.values[at]!).assigned += views!.views.values[at]!;
    }
  }
  for (const counted of days.values()) {
    // A view before midnight whose first answer comes after it counts as a view of one day and a visit of the next.
    counted.assigned = Math.max(countedBy === "views" ? counted.assigned : 0, counted.begun);
  }
  return {
    countedBy,
    days: [...days.values()].sort((one, other) => one.day - other.day || (one.arm < other.arm ? -1 : 1)),
    crossedByFlags,
    versions: [...versions]
      .map(([version, visits]) => ({ version, visits }))
      .sort((one, other) => other.visits - one.visits),
  };
}

function none(arm: string, day: number): ArmDay {
  const counts = { assigned: 0, begun: 0, leads: 0, qualified: 0, disqualified: 0, refused: 0, failed: 0 };
  return { arm, day, ...counts, times: { count: 0, sum: 0, squares: 0 } };
}

/** @param dwells dwell classes */
function add(
  counted: ArmDay,
  result: Result,
  dwells: Iterable<number>,
  { refused, failed }: { refused: boolean; failed: boolean },
): void {
  const isLead = result === "qualified" || result === "disqualified";
  counted.begun += 1;
  counted.leads += Number(isLead);
  counted.qualified += Number(result === "qualified");
  counted.disqualified += Number(result === "disqualified");
  counted.refused += Number(refused);
  counted.failed += Number(failed);
  if (!isLead && result !== "ended") return;
  let ms = 0;
  for (const dwell of dwells) ms += dwellTime(dwell);
  if (ms === 0) return;
  const log = Math.log(ms / 1000);
  counted.times.count += 1;
  counted.times.sum += log;
  counted.times.squares += log * log;
}

/** Finds whether a trace has a refused answer, and a failed service: one that said anything but `ok`. */
function marksOf({
  marks,
  marked,
  markStart,
}: Traces): (trace: number) => { refused: boolean; failed: boolean } {
  const isRefused = marks.map(({ kind }) => kind === "refused");
  const hasFailed = marks.map((mark) => mark.kind === "outcome" && mark.said !== "ok");
  return (trace) => {
    const own = marked.values.subarray(markStart.values[trace]!, markStart.values[trace + 1]!);
    return { refused: own.some((mark) => isRefused[mark]), failed: own.some((mark) => hasFailed[mark]) };
  };
}

export type ExperimentNumbers = ArmDays & {
  /** Visits of browsers drawn into more than one arm, because the experiment was altered between them. */
  crossedByArms: number;
  /** Everything up to this time is counted; epoch milliseconds. */
  asOf: number;
};

async function experimentNumbers(
  connection: Connection,
  { index, asOf }: { index: SessionIndex; asOf: number },
  experiment: string,
  data: DataKind,
  sold: SoldRule | undefined,
): Promise<ExperimentNumbers> {
  const counted = armDaysOf(index, experiment, data);
  if (sold) await addSold(connection, experiment, counted.days, data, sold);
  // Simulated sessions belong to no browser.
  const visits = data === "simulated" ? [] : await repeatedVisits(connection, experiment);
  return { ...counted, crossedByArms: inTwoArms(visits, experiment), asOf };
}

/** Adds what became of the leads in the books. Nobody sells simulated ones. */
async function addSold(
  connection: Connection,
  experiment: string,
  days: readonly ArmDay[],
  data: DataKind,
  rule: SoldRule,
): Promise<void> {
  const known = new Map(days.map((each) => [`${each.day} ${each.arm}`, each]));
  for (const each of days) [each.sold, each.cents] = [0, 0];
  if (data === "simulated") return;
  for (const { flags, day, sold, cents } of await soldIn(connection, experiment, rule)) {
    const arm = readArm(flags);
    const counted = arm && known.get(`${day} ${arm.arm}`);
    if (arm?.experiment !== experiment || !counted) continue;
    counted.cents! += cents;
    // The books may have a lead whose visit is still to be counted.
    counted.sold = Math.min(counted.begun, counted.sold! + sold);
  }
}

function inTwoArms(visits: readonly { sessionId: string; flags: string }[], experiment: string): number {
  const byBrowser = new Map<string, string[]>();
  for (const { sessionId, flags } of visits) {
    const arm = readArm(flags);
    if (arm?.experiment === experiment)
      byBrowser.set(sessionId, [...(byBrowser.get(sessionId) ?? []), arm.arm]);
  }
  return [...byBrowser.values()]
    .filter((arms) => new Set(arms).size > 1)
    .reduce((sum, arms) => sum + arms.length, 0);
}

/** Results of an experiment's visits by arm and day, and what they say, which takes tenths of a second after some months. */
export const analyses = {
  numbers: async ({ connection, fresh }: AnalystsThread, id: string, data: DataKind, sold?: SoldRule) =>
    experimentNumbers(connection, await fresh(), id, data, sold),
  /** How many leads of visits to these paths count as sold. */
  soldAt: async ({ connection }: AnalystsThread, paths: readonly string[], rule: SoldRule) =>
    (await soldAt(connection, paths, rule)).reduce((sum, { sold }) => sum + sold, 0),
  report: async (_: AnalystsThread, given: ToReport) => reportOf(given),
} satisfies Analyses;

/** Asks the analysts' thread. */
export const askedOf = ({ feature }: Pick<Analytics, "feature">) => ({
  numbers: (id: string, data: DataKind, sold?: SoldRule) =>
    feature("experiments", "numbers", id, data, sold) as ReturnType<typeof analyses.numbers>,
  soldAt: (paths: readonly string[], rule: SoldRule) =>
    feature("experiments", "soldAt", paths, rule) as ReturnType<typeof analyses.soldAt>,
  report: (given: ToReport) => feature("experiments", "report", given) as ReturnType<typeof analyses.report>,
});
