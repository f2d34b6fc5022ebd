import { setImmediate } from "node:timers/promises";
import { countAtMost, shareAtLeast, shareAtMost } from "../numbers/statistics/exact.ts";
import { type Fit, fitOf, type Given, leastDays, variance, windows } from "./fit.ts";
import {
  type Aspect,
  aspectsOf,
  type Counts,
  type History,
  minTries,
  namedBy,
  parentOf,
  type Watched,
} from "./series.ts";

/** Fewer lost leads, lost visitors or failed calls than this raise no alarm. */
const minLost = 5;
/** Nor does a smaller share of what was expected. */
const minShare = 0.25;
/** Events that a window must expect to tell whether a series is back to normal. */
const minExpected = 5;
/** A window is back to normal when chance alone gives such a value more often than this. */
const normalChance = 0.05;

/** A window's count, next to its expectation. */
type Judged = {
  /** Length of the window in hours. */
  width: number;
  seen: number;
  tries: number;
  expected: number;
  /** 95 % of such windows are between `low` and `high`. */
  low: number;
  high: number;
  /** Probability that chance alone gives a value as bad, 0 to 1. */
  chance: number;
};

/** True for aspects where a high value is bad. */
const isBadAbove = (aspect: Aspect) => aspect === "failures" || aspect === "dropOff";

/** Judges the window that ends with an hour. @param hour index in the history @param at index in `windows` */
function windowAt(given: Given, fit: Fit, aspect: Aspect, hour: number, at: number): Judged {
  const width = windows[at]!;
  let [seen, tries, expected] = [0, 0, 0];
  for (let each = Math.max(0, hour + 1 - width); each <= hour; each++) {
    seen += given.hits[each]!;
    tries += given.tries[each]!;
    expected += fit.expected[each]!;
  }
  if (given.isShare) expected = Math.min(expected, 0.99 * tries);
  // The fewer events the level was taken from, the less certain it is.
  const excess = fit.excess[at]! + 1 / (fit.events + 1);
  const base = variance(expected, tries, given.isShare);
  const deviation = Math.sqrt(base + excess * expected ** 2);
  const spread = base > 0 ? deviation ** 2 / base : 1;
  const rate = expected / tries;
  const chance = () => {
    if (expected === 0) return 1;
    if (!given.isShare) return countAtMost(seen, expected, excess);
    return (isBadAbove(aspect) ? shareAtLeast : shareAtMost)(seen, tries, rate, spread);
  };
  return {
    width,
    seen,
    tries,
    expected,
    low: Math.max(0, expected - 1.96 * deviation),
    high: Math.min(expected + 1.96 * deviation, given.isShare ? tries : Number.POSITIVE_INFINITY),
    chance: chance(),
  };
}

/** The least likely window that ends with an hour, of those less likely than `level` and large enough to matter. */
function alarmAt(given: Given, fit: Fit, aspect: Aspect, hour: number, level: number): Judged | undefined {
  const judged = windows.map((_, at) => windowAt(given, fit, aspect, hour, at));
  const bad = judged.filter(({ seen, expected, chance }) => {
    const lost = isBadAbove(aspect) ? seen - expected : expected - seen;
    return chance < level && lost >= minLost && lost >= minShare * expected;
  });
  return bad.sort((one, other) => one.chance - other.chance)[0];
}

/** True when a series has been back to normal for two hours, by the shortest windows that can tell. */
function isNormalAt(given: Given, fit: Fit, aspect: Aspect, hour: number): boolean {
  return [hour - 1, hour].every((each) => {
    const judged = windows.map((_, at) => windowAt(given, fit, aspect, each, at));
    const one = judged.find(({ expected, tries }) => (given.isShare ? tries * 0.2 : expected) >= minExpected);
    return (one ?? judged.at(-1)!).chance > normalChance;
  });
}

/** Leads or visits in two weeks that a series needs: with fewer, no change could be told from chance. */
const minEvents = { leads: 30, share: minTries };
/** Only this many series of a kind are watched, the busiest: visitors can make up any number of sources. */
const maxPerKind = 300;
/** Smallest prior rate of a share. */
const minRate = 0.002;
const hoursPerMonth = 730;
/** Windows of one series that end together overlap, so they count as this many tests (measured on simulated traffic). */
const testsPerHour = 2;

/** A series with enough history, and its forecast. */
export type Followed = Watched & { given: Given; fit: Fit };

/**
 * The watched series, and those too young for it: `readyAt` is the hour since 1970 from which a series has enough
 * history.
 */
export type Watch = { followed: Followed[]; young: { series: string; readyAt: number }[] };

/**
 * Forecasts every series with enough visits and history.
 * @param to index in the history: hours before it are used, hours from it on are forecast
 */
export async function watchOf(history: History, to: number): Promise<Watch> {
  const watch: Watch = { followed: [], young: [] };
  const siteShape = shapeOfSite(history, to);
  const candidates = [...history.counts]
    .map(([series, counts]) => ({ series, counts, recent: recentOf(counts, to) }))
    .sort((one, other) => other.recent.tries - one.recent.tries);
  const ofKind = new Map<string, number>();
  for (const { series, counts, recent } of candidates) {
    const { kind } = namedBy(series);
    const rank = ofKind.get(kind) ?? 0;
    ofKind.set(kind, rank + 1);
    if (recent.tries < minEvents.share || rank >= maxPerKind) continue;
    const begun = counts.tries.findIndex((tries) => tries > 0);
    if (to - begun < leastDays * 24) {
      watch.young.push({ series, readyAt: history.first + begun + leastDays * 24 });
      continue;
    }
    for (const aspect of aspectsOf(series)) {
      if (aspect === "leads" && recent.hits < minEvents.leads) continue;
      const given = givenOf(history, series, aspect, to, siteShape);
      watch.followed.push({ series, aspect, given, fit: fitOf(given, to) });
    }
    // Lets requests through between two series.
    await setImmediate();
  }
  return watch;
}

/** The significance level that gives at most `falsePerMonth` false alarms a month over all `followed` series together. */
function levelFor(falsePerMonth: number, followed: number): number {
  return falsePerMonth / hoursPerMonth / testsPerHour / Math.max(1, followed);
}

/** Alarms that begin in an hour. @param hour index in the history */
export function beginningIn({ followed }: Watch, hour: number, falsePerMonth: number): (Watched & Judged)[] {
  const level = levelFor(falsePerMonth, followed.length);
  return followed.flatMap(({ series, aspect, given, fit }) => {
    const judged = alarmAt(given, fit, aspect, hour, level);
    return judged ? [{ series, aspect, ...judged }] : [];
  });
}

/** How an alarm ends in an hour, if it does; `forgotten` when its series has become too small to be watched. */
export function endingOf(
  { followed }: Watch,
  { series, aspect }: Watched,
  hour: number,
): "normal" | "forgotten" | undefined {
  const known = followed.find((each) => each.series === series && each.aspect === aspect);
  if (!known) return "forgotten";
  return isNormalAt(known.given, known.fit, aspect, hour) ? "normal" : undefined;
}

/** How busy each hour of the week is on the whole site; 1 on average. */
function shapeOfSite(history: History, to: number): Float64Array {
  const { shape } = fitOf(givenOf(history, "site:", "leads", to, new Float64Array(168).fill(1)), to);
  const mean = shape.reduce((sum, each) => sum + each, 0) / shape.length;
  return shape.map((each) => each / mean);
}

function givenOf(
  history: History,
  series: string,
  aspect: Aspect,
  to: number,
  siteShape: Float64Array,
): Given {
  const { hourOfWeek } = history;
  const counts = countsOf(history, series);
  if (aspect === "leads") {
    const exposure =
      series === "site:"
        ? new Float64Array(history.hours).fill(1)
        : Float64Array.from(hourOfWeek, (hour) => siteShape[hour]!);
    return { ...counts, exposure, hourOfWeek, isShare: false };
  }
  const prior = recentOf(countsOf(history, parentOf(series) ?? series), to);
  const rate = Math.max(minRate, prior.hits / Math.max(1, prior.tries));
  return { ...counts, exposure: counts.tries.map((tries) => tries * rate), hourOfWeek, isShare: true };
}

function countsOf({ counts, hours }: History, series: string): Counts {
  return counts.get(series) ?? { hits: new Float64Array(hours), tries: new Float64Array(hours) };
}

/** Sums over the two weeks before an hour. */
function recentOf({ hits, tries }: Counts, to: number): { hits: number; tries: number } {
  const sum = (values: Float64Array) =>
    values.subarray(Math.max(0, to - 14 * 24), to).reduce((all, each) => all + each, 0);
  return { hits: sum(hits), tries: sum(tries) };
}
