import { chanceFrom } from "../../../services/analytics/simulation/behaviour.ts";

/** Chance that comes out the same for the same seed. */
export type Dice = {
  /** A whole number from 0, below `below`. */
  below(below: number): number;
  oneOf<Thing>(things: readonly Thing[]): Thing;
};

export function dice(seed: number): Dice {
  const { next } = chanceFrom(seed);
  const below = (most: number) => Math.floor(next() * most);
  return { below, oneOf: (things) => things[below(things.length)]! };
}
