import { setTimeout } from "node:timers/promises";
import { chanceFrom } from "../../../services/analytics/simulation/behaviour.ts";
import { visits } from "./visits.ts";

export type Traffic = {
  /** Visits that ended as they should, by kind. */
  done: Record<string, number>;
  /** How often a busy store was asked again. */
  repeats: number;
  /** What went wrong, and how often. */
  wrong: Record<string, number>;
};

const medianThinkMs = 1_000;

/**
 * Visitors come at a steady rate, whether or not those before them are through, as they do in life.
 * @param settings how long they come in milliseconds, how many a minute
 * @returns when the last one is through
 */
export async function traffic(
  origin: string,
  { forMs, perMinute, seed }: { forMs: number; perMinute: number; seed: number },
): Promise<Traffic> {
  const chance = chanceFrom(seed);
  const kinds = Object.entries(visits);
  const found: Traffic = { done: {}, repeats: 0, wrong: {} };
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  const startOf = (number: number) => began + (number * 60_000) / perMinute;
  for (let number = 0; startOf(number) < began + forMs; number++) {
    await setTimeout(startOf(number) - performance.now());
    const [kind, { visit }] = chance.pick(kinds, ([, { share }]) => share);
    const onRepeat = () => {
      found.repeats += 1;
    };
    const person = { origin, number, chance: chanceFrom(seed + number), medianThinkMs, onRepeat };
    const through = visit(person)
      .then(() => count(found.done, kind))
      .catch((error: Error) => count(found.wrong, `${kind}: ${error.message}`))
      .finally(() => underWay.delete(through));
    underWay.add(through);
  }
  await Promise.all(underWay);
  return found;
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
