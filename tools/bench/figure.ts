import { pairedRatio, type Spread, spread } from "./spread.ts";

/** One line of the report. */
export type Figure = Spread & {
  name: string;
  unit: string;
  /** Against the reference measured in the same rounds. */
  ratio?: { value: number; to: string };
  /** Since the point before on a curve: 0 is flat, 1 linear. */
  exponent?: number;
  budget?: { words: string; met: boolean };
};

/** A figure with its values by round, to be compared with others of the same rounds. */
export type Measured = { figure: Figure; values: readonly number[] };

export function measured(
  name: string,
  unit: string,
  values: readonly number[],
  reference?: Measured,
): Measured {
  const ratio = reference && { value: pairedRatio(values, reference.values), to: reference.figure.name };
  return { figure: { name, unit, ...spread(values), ...(ratio && { ratio }) }, values };
}

/** The figure must stay at or under `most` in the middle of its rounds. */
export function atMost(most: number, { figure, values }: Measured): Measured {
  const budget = { words: `at most ${most} ${figure.unit}`, met: figure.median <= most };
  return { figure: { ...figure, budget }, values };
}

/** The ratio to the reference is wanted at `bound` or better; a wish, since it depends on the machine. */
export function wantedRatio(sign: "<=" | ">=", bound: number, { figure, values }: Measured): Measured {
  const value = figure.ratio?.value ?? Number.NaN;
  const budget = { words: `ratio ${sign} ${bound}`, met: sign === "<=" ? value <= bound : value >= bound };
  return { figure: { ...figure, budget }, values };
}
