import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { markdownTable } from "../../test/support/tables.ts";

/** Values of one figure, one per round, as their least, middle and greatest. */
type Spread = { min: number; median: number; max: number };

/** One line of the report. */
export type Figure = Spread & {
  name: string;
  unit: string;
  /** Against the reference measured in the same rounds. */
  ratio?: { value: number; to: string };
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

/** The ratio to the reference is wanted at `bound` or better; a wish, since it depends on the machine. */
export function wantedRatio(sign: "<=" | ">=", bound: number, { figure, values }: Measured): Measured {
  const value = figure.ratio?.value ?? Number.NaN;
  const budget = { words: `ratio ${sign} ${bound}`, met: sign === "<=" ? value <= bound : value >= bound };
  return { figure: { ...figure, budget }, values };
}

/** @param share 0 to 1; 0.95 gives the value that 95 of 100 stay under (interpolated) */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

/** Middle of the round-by-round ratios: what disturbs one round disturbs both sides of it. */
function pairedRatio(values: readonly number[], reference: readonly number[]): number {
  const ratios = values.map((value, round) => value / reference[round]!);
  return quantile(ratios, 0.5);
}

function spread(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: quantile(values, 0.5), max: Math.max(...values) };
}

/**
 * Runs every subject once per round, each round in the reverse order of the one before, so that a machine
 * that slows down or warms up meanwhile favours none.
 * @returns one result per round for each subject
 */
export async function interleaved<Name extends string, Result>(
  rounds: number,
  subjects: Record<Name, () => Result | Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(subjects) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await subjects[name]());
    }
  }
  return results;
}

/** What one benchmark found out. */
export type Report = { benchmark: string; about: string; figures: Figure[] };

export function report(benchmark: string, about: string, lines: Measured[]): Report {
  return { benchmark, about, figures: lines.map(({ figure }) => figure) };
}

/** The machine and how busy it was: figures of another one cannot be compared, ratios can. */
export function machine() {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? "unknown",
    cores: cpus().length,
    node: process.versions.node,
    load: Number(loadavg()[0]!.toFixed(1)),
  };
}

/** The report as a Markdown table. */
export function table({ benchmark, about, figures }: Report): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.unit,
    ...[figure.min, figure.median, figure.max].map(short),
    comparison(figure),
    figure.budget ? `${figure.budget.words}: ${figure.budget.met ? "pass" : "FAIL"}` : "",
  ]);
  const head = ["figure", "unit", "min", "median", "max", "ratio", "budget"];
  return `### ${benchmark}\n\n${about}\n\n${markdownTable([head, ...rows])}\n`;
}

function comparison({ ratio }: Figure): string {
  return ratio ? `${ratio.value.toFixed(2)} x ${ratio.to}` : "";
}

/** Three significant digits; whole numbers from 100 on, thousands separated. */
export function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

/** Keeps the figures for programs to read. */
export function writeJson(file: string, reports: readonly object[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const content = { at: new Date().toISOString(), machine: machine(), reports };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
