import type { Counts } from "./history.ts";

/** Windows that are judged, in hours: a large series is seen at once, a small one after some time. */
export const windows = [1, 2, 4, 8, 16, 48] as const;

/** Its own history before an alarm can be about a series, in days. */
export const leastDays = 21;
/** The level is that of so many days. */
const levelDays = 14;
/** An hour of the week is drawn to its prior as by so many events. */
const shapeEvents = 8;
/** A share is drawn to its survey's as by so many events. */
const levelEvents = 20;
/** Days farther off than so many robust deviations count less (Farrington 1996, Noufaily 2013). */
const outlying = 2.58;
/** Noise that every series has, as the square of its share. */
const leastExcess = 0.0025;

export type Given = Counts & {
  /** What it would be with a level and a shape of 1: a prior's shape, or visits times a prior's rate. */
  exposure: Float64Array;
  /** Hits are some of the tries; else they are events of their own. */
  isShare: boolean;
  hourOfWeek: Uint8Array;
};

/** What a series is expected to do, from its own past before an hour. */
export type Fit = {
  /** By hour of the history, 0 where nothing is expected of it. */
  expected: Float64Array;
  /** By hour of the week, times the prior. */
  shape: Float64Array;
  /** Noise of windows beyond that of independent events, as the square of its share of what is expected. */
  excess: number[];
  /** Events of the days that the level was taken from. */
  events: number;
};

/**
 * Level times hour of the week, both robust: days that lie outside of the usual (holidays, outages) weigh little, and noise is
 * measured by how far the same forecast was off in weeks past.
 * @param to the first hour that is not looked at; later ones are forecast
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

/** Sums of the hours of each day, days counted back from the end of what is looked at. */
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
    const times = Math.abs(each) / (outlying * scale);
    weights[day] = times > 1 ? times ** -2 : 1;
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

/** The variance that independent events would have. */
export function variance(expected: number, tries: number, isShare: boolean): number {
  return isShare && tries > 0 ? expected * Math.max(0.01, 1 - expected / tries) : expected;
}

type Span = { begin: number; to: number; width: number; from: number; weights: Float64Array };

/** By windows of past weeks, each of which was forecast from the days before it; none counts for more than three deviations. */
function excessOf({ hits, tries, isShare }: Given, expected: Float64Array, span: Span): number {
  const { begin, to, width, from, weights } = span;
  let excess = leastExcess;
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
    if (square > 0) excess = Math.max(leastExcess, (off / square) * (8 / 7));
  }
  return excess;
}
