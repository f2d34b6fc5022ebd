/** Random numbers that are the same for the same seed. */
export type Chance = {
  /** In [0, 1). */
  next(): number;
  happens(probability: number): boolean;
  /** One of these, with a probability proportional to its weight. */
  pick<Item>(items: readonly Item[], weightOf: (item: Item, index: number) => number): Item;
  /** A log-normal time, as people take; `spread` is the standard deviation of its logarithm. */
  time(medianMs: number, spread: number): number;
};

/** Mulberry32: small, fast and good enough for simulated visitors. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (probability) => next() < probability,
    pick(items, weightOf) {
      const weights = items.map(weightOf);
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        left -= weight;
        if (left < 0) return items[index]!;
      }
      return items.at(-1)!;
    },
    time(medianMs, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return Math.round(medianMs * Math.exp(spread * normal));
    },
  };
}
