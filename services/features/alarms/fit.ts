import type { Counts } from "./series.ts";

/** Lengths of the judged windows, in hours: short ones catch a busy series at once, long ones a quiet series in time. */
export const windows = [1, 2, 4, 8, 16, 48] as const;

/** Days of its own history that a series needs before it can raise an alarm. */
export const leastDays = 21;
/** Days that the level is averaged over. */
const levelDays = 14;
/** Weight of the prior for an hour of the week, in events. */
const shapeEvents = 8;
/** Weight of the survey's share as the prior for a smaller series, in events. */
const levelEvents = 20;
/** Days farther off than this many robust deviations count less (Farrington 1996, Noufaily 2013). */
const outlierDeviations = 2.58;
/** Smallest noise assumed for any series, as a squared share of what is expected: 5 %. */
const minExcess = 0.0025;
/** Bessel: an hour of the week has about eight past windows, which its own shape was fitted to as well. */
const besselCorrection = 8 / 7;

export type Given = Counts & {
  /** The expectation at a level and shape of 1, by hour: the prior's shape, or visits times the prior's rate. */
  exposure: Float64Array;
  /** True when hits are a share of the tries; false when they are counted on their own. */
  isShare: boolean;
  hourOfWeek: Uint8Array;
};

/** The forecast of a series, from its own past. */
export type Fit = {
  /** Expected hits by hour of the history; 0 in the first hours, which have no forecast. */
  expected: Float64Array;
  /** Factor on the prior, by hour of the week. */
  shape: Float64Array;
  /** Noise beyond that of independent events, for each of `windows`, as a squared share of what is expected. */
  excess: number[];
  /** Events of the days that the level was taken from. */
  events: number;
};

/**
 * Fits a level times an hour of the week. Both are robust: unusual days (holidays, outages) weigh little. Noise is
 * measured by how far the same forecast was off in past weeks.
 * @param to index of the first hour that is forecast; only hours before it are used
 */
export function fitOf(given: Given, to: number): Fit {
  const { hits, exposure, hourOfWeek } = given;
  const days = Math.floor(to / 24);
  const from = to - days * 24;
  const shape = new Float64Array(168).fill(1);
  const weights = new Float64Array(days).fill(1);
  const seen = daySums(hits, from, days);
  for (let pass = 0; pass < 3; pass++) {
    const usual = daySums(exposure, from, days, (hour) => shape[hourOfWeek[hour]!]!);
    const levels = seen.map((_, day) =>
      levelOf(seen, usual, weights, day - levelDays / 2, day + levelDays / 2 + 1, given),
    );
    weigh(
      weights,
      seen,
      usual.map((each, day) => each * levels[day]!),
    );
    reshape(shape, given, { from, days, levels, weights });
  }
  const usual = daySums(exposure, from, days, (hour) => shape[hourOfWeek[hour]!]!);
  const expected = new Float64Array(hits.length);
  for (let hour = from + levelDays * 24, level = 0; hour < hits.length; hour++) {
    const day = Math.min(days, Math.floor((hour - from) / 24));
    if (hour <= to && (hour - from) % 24 === 0) {
      level = levelOf(seen, usual, weights, day - levelDays, day, given);
    }
    expected[hour] = level * exposure[hour]! * shape[hourOfWeek[hour]!]!;
  }
  const begin = from + levelDays * 24;
  return {
    expected,
    shape,
    excess: windows.map((width) => excessOf(given, expected, { begin, to, width, from, weights })),
    events: seen.slice(Math.max(0, days - levelDays)).reduce((sum, each) => sum + each, 0),
  };
}

/** Sums by day, where a day is 24 hours counted from `from`. */
function daySums(
  values: Float64Array,
  from: number,
  days: number,
  times: (hour: number) => number = () => 1,
) {
  const sums = new Float64Array(days);
  for (let at = 0; at < days * 24; at++) sums[Math.floor(at / 24)]! += values[from + at]! * times(from + at);
  return sums;
}

function levelOf(
  seen: Float64Array,
  usual: Float64Array,
  weights: Float64Array,
  first: number,
  end: number,
  { isShare }: Pick<Given, "isShare">,
): number {
  let [hits, all] = isShare ? [levelEvents, levelEvents] : [0, 0];
  for (let day = Math.max(0, first); day < Math.min(end, seen.length); day++) {
    hits += weights[day]! * seen[day]!;
    all += weights[day]! * usual[day]!;
  }
  return all === 0 ? 0 : hits / all;
}

function weigh(weights: Float64Array, seen: Float64Array, expected: Float64Array): void {
  const off = seen.map((each, day) => (each - expected[day]!) / Math.sqrt(Math.max(expected[day]!, 0.5)));
  const scale = Math.max(1, 1.4826 * median(off.map(Math.abs)));
  for (const [day, each] of off.entries()) {
    const ratio = Math.abs(each) / (outlierDeviations * scale);
    weights[day] = ratio > 1 ? ratio ** -2 : 1;
  }
}

function median(values: Float64Array): number {
  return values.length === 0 ? 0 : values.toSorted()[Math.floor(values.length / 2)]!;
}

type Days = { from: number; days: number; levels: Float64Array; weights: Float64Array };

function reshape(
  shape: Float64Array,
  { hits, exposure, hourOfWeek }: Given,
  { from, days, levels, weights }: Days,
) {
  const [sum, usual] = [new Float64Array(168), new Float64Array(168)];
  for (let at = 0; at < days * 24; at++) {
    const [hour, day] = [from + at, Math.floor(at / 24)];
    sum[hourOfWeek[hour]!]! += weights[day]! * hits[hour]!;
    usual[hourOfWeek[hour]!]! += weights[day]! * levels[day]! * exposure[hour]!;
  }
  for (let each = 0; each < 168; each++)
    shape[each] = (sum[each]! + shapeEvents) / (usual[each]! + shapeEvents);
}

/** The variance that independent events would have; binomial for a share, else Poisson. */
export function variance(expected: number, tries: number, isShare: boolean): number {
  return isShare && tries > 0 ? expected * Math.max(0.01, 1 - expected / tries) : expected;
}

type Span = { begin: number; to: number; width: number; from: number; weights: Float64Array };

/** Measured on windows of past weeks, each forecast from the days before it; an error counts as three deviations at most. */
function excessOf({ hits, tries, isShare }: Given, expected: Float64Array, span: Span): number {
  const { begin, to, width, from, weights } = span;
  let excess = minExcess;
  for (let pass = 0; pass < 3; pass++) {
    let [off, square] = [0, 0];
    let [seen, usual, of] = [0, 0, 0];
    for (let hour = begin; hour < to; hour++) {
      seen += hits[hour]!;
      usual += expected[hour]!;
      of += tries[hour]!;
      if (hour >= begin + width) {
        seen -= hits[hour - width]!;
        usual -= expected[hour - width]!;
        of -= tries[hour - width]!;
      }
      if (hour < begin + width - 1 || usual < 0.5) continue;
      const weight = weights[Math.floor((hour - from) / 24)]!;
      const base = variance(usual, of, isShare);
      off += weight * (Math.min((seen - usual) ** 2, 9 * (base + excess * usual ** 2)) - base);
      square += weight * usual ** 2;
    }
    if (square > 0) excess = Math.max(minExcess, (off / square) * besselCorrection);
  }
  return excess;
}
