import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { markdownTable } from "../../test/support/tables.ts";
import type { Figure, Measured } from "./figure.ts";

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

function comparison({ ratio, exponent }: Figure): string {
  if (exponent !== undefined) return `n^${exponent.toFixed(2)}`;
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
