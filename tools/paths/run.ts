/**
 * `npm run tool -- paths`: how much of every chart its paths reach, as a table; `npm run tool -- paths <code>...` for some,
 * with `--witness` the shortest path to each of their ends. Fails unless everything is reached that is not listed as
 * unreachable.
 */

import { Argument } from "commander";
import { findingsOf } from "../../app/graphs/chart/findings-of.ts";
import { variants } from "../../machines/registry.ts";
import { type Coverage, coverageOf, missedIn, type Share } from "../../test/paths/model/coverage.ts";
import { feasiblePairs } from "../../test/paths/model/covers.ts";
import { listing } from "../../test/paths/model/list-of-paths.ts";
import { siteWalks } from "../../test/paths/model/site-models.ts";
import { suitesOf } from "../../test/paths/model/suite.ts";
import { unreachable } from "../../test/paths/model/unreachable.ts";
import { witnesses } from "../../test/paths/model/witness.ts";
import { tool } from "../tool.ts";

const columns = ["states", "transitions", "guards", "outcomes", "answers"] as const;
const write = (line: string) => process.stdout.write(`${line}\n`);
const row = (cells: (string | number)[]) =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(20) : String(cell).padStart(12))).join("");
const reached = ({ all, missed }: Share) => `${all.length - missed.length}/${all.length}`;

const site = new Map(siteWalks.map((walks) => [walks.model.machine.id, walks]));
const program = tool(
  "paths",
  `Prints how much of every chart its paths reach, as a table.
Ends with status 1 unless everything is reached that is not listed as unreachable.`,
)
  .addArgument(
    new Argument("[code...]", "only these surveys and machines").choices([
      ...variants.keys(),
      ...site.keys(),
    ]),
  )
  .option("--witness", "print the shortest path to each end instead")
  .parse();
const isWitness = program.opts<{ witness?: true }>().witness;
const asked = program.args;
const chosen = (code: string) => asked.length === 0 || asked.includes(code);

if (isWitness) {
  for (const code of [...variants.keys()].filter(chosen)) await ifSound(code, showWitnesses);
} else {
  write(row(["machine", ...columns, "edge paths", "pairs", "pair paths"]));
  for (const code of [...variants.keys()].filter(chosen)) await ifSound(code, showVariant);
  for (const [code, walks] of site) {
    if (chosen(code)) showRow(code, coverageOf(walks.model.machine, [walks]), ["-", "-", "-"]);
  }
  showUnreachable();
}

/** Shows a survey; if its chart has mistakes, a line for each of them instead. */
async function ifSound(code: string, show: (code: string) => void): Promise<void> {
  const mistakes = await findingsOf(code);
  if (mistakes.length === 0) return show(code);
  for (const { file, line, message, remedy } of mistakes) write(`${file}:${line}: ${message} ${remedy}`);
  process.exitCode = 1;
}

function showVariant(code: string): void {
  const variant = variants.get(code)!;
  const suites = suitesOf(variant);
  const behaving = suites.filter(({ isNew }) => isNew);
  const sum = (count: (suite: (typeof behaving)[number]) => number) =>
    behaving.reduce((total, suite) => total + count(suite), 0);
  showRow(code, coverageOf(variant.machine, suites), [
    sum(({ edgePaths }) => edgePaths.length),
    sum(({ graph }) => feasiblePairs(graph).size),
    sum(({ pairPaths }) => pairPaths.length),
  ]);
}

function showRow(code: string, coverage: Coverage, counts: (string | number)[]): void {
  write(row([code, ...columns.map((column) => reached(coverage[column])), ...counts]));
  const listed = unreachable[code] ?? {};
  const missed = missedIn(coverage);
  const wrong = [
    ...missed.filter((id) => !listed[id]).map((id) => `not reached: ${id}`),
    ...Object.keys(listed).flatMap((id) => (missed.includes(id) ? [] : `listed, but reached or gone: ${id}`)),
  ];
  for (const line of wrong) write(`    ${line}`);
  if (wrong.length > 0) process.exitCode = 1;
}

function showUnreachable(): void {
  for (const [code, listed] of Object.entries(unreachable)) {
    if (!chosen(code)) continue;
    write(`\n${code} cannot reach`);
    for (const [id, reason] of Object.entries(listed)) write(`    ${id}: ${reason}`);
  }
}

function showWitnesses(code: string): void {
  for (const [end, { suite, path }] of witnesses(
    suitesOf(variants.get(code)!).filter(({ isNew }) => isNew),
  )) {
    write(`${code} to ${end}, at ${suite.world.label}`);
    write(`${listing(suite, path, { whole: true })}\n`);
  }
}
