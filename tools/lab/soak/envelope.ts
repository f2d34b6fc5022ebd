import { quantile } from "../../bench/figure.ts";

/** A value and when it was read, in seconds since the start. */
export type Reading = { at: number; value: number };

/** What may be added over the second half without counting as growth: the greater of the two. */
export type Tolerance = { absolute: number; share: number };

export type Verdict = {
  /** The middle of the second half's least values. */
  level: number;
  /** By how much they rose over the second half; negative where they fell. */
  growth: number;
  allowed: number;
  flat: boolean;
};

const windows = 8;

/**
 * Whether a value settles. Memory goes up and down between garbage collections, so only the least value of each
 * of eight stretches counts, and only the second half, when caches and the compiler have had their time.
 * @throws when there are too few readings to tell
 */
export function verdict(readings: readonly Reading[], { absolute, share }: Tolerance): Verdict {
  const half = readings.slice(Math.ceil(readings.length / 2));
  if (half.length < windows * 2) throw new Error(`${readings.length} readings are too few to judge by.`);
  const least = lowerEnvelope(half);
  const values = least.map(({ value }) => value);
  const level = quantile(values, 0.5);
  const growth = slope(least) * (half.at(-1)!.at - half[0]!.at);
  const allowed = Math.max(absolute, share * level);
  return { level, growth, allowed, flat: growth <= allowed };
}

function lowerEnvelope(readings: readonly Reading[]): Reading[] {
  return Array.from({ length: windows }, (_, window) => {
    const edge = (index: number) => Math.round((index * readings.length) / windows);
    const inside = readings.slice(edge(window), edge(window + 1));
    return inside.reduce((least, reading) => (reading.value < least.value ? reading : least));
  });
}

/** The middle of the slopes between all pairs (Theil and Sen): one odd stretch does not turn it. */
function slope(readings: readonly Reading[]): number {
  const slopes = readings.flatMap((from, index) =>
    readings.slice(index + 1).map((to) => (to.value - from.value) / (to.at - from.at)),
  );
  return quantile(slopes, 0.5);
}
