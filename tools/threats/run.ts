/**
 * `npm run tool -- threats`: runs the proofs of every row of the threat and fault table and prints each row with its verdict;
 * `npm run tool -- threats 5 31` those of some rows. Ends with 1 when a row does not hold, with 2 for a row that is none.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { Argument } from "commander";
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { tool } from "../tool.ts";
import { threats as all } from "./table.ts";
import type { Threat } from "./threat.ts";
import { namePattern, type Ran, type Verdict, verdictOn } from "./verdict.ts";

const outputFolder = "test/output";
const reportFile = `${outputFolder}/threats-vitest.json`;

const asked = tool(
  "threats",
  `Runs the tests that prove each row of the table of threats and faults, and prints each row with its verdict.
Ends with status 1 when a row does not hold.`,
)
  .addArgument(new Argument("[row...]", "only these rows").choices(all.map(({ number }) => String(number))))
  .parse().args;
const rows = asked.length > 0 ? all.filter(({ number }) => asked.includes(String(number))) : all;

ensureBuilt();
const ran = runProofs(rows);
const verdicts = rows.map((row) => verdictOn(row, ran));
for (const [index, row] of rows.entries()) print(row, verdicts[index]!);
const holding = verdicts.filter(({ verdict }) => verdict === "holds").length;
console.log(`\n${holding} of ${rows.length} rows hold.`);
const table = rows.map((row, index) => ({ ...row, ...verdicts[index] }));
writeFileSync(`${outputFolder}/threats.json`, `${JSON.stringify(table, null, 2)}\n`);
process.exitCode = holding === rows.length ? 0 : 1;

/** Runs the named tests and nothing else, quick ones first. */
function runProofs(rows: readonly Threat[]): Ran[] {
  const proofs = rows.flatMap((row) => row.proofs);
  const files = [...new Set(proofs.map(([file]) => file))];
  if (files.length === 0) return [];
  mkdirSync(outputFolder, { recursive: true });
  rmSync(reportFile, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const args = ["run", ...files, "-t", namePattern(proofs), ...reporters];
  spawnSync("node_modules/.bin/vitest", args, { stdio: "inherit" });
  return readReport();
}

type Report = {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
};

/** @returns nothing where vitest itself came to grief: then no test has run */
function readReport(): Ran[] {
  try {
    const { testResults } = JSON.parse(readFileSync(reportFile, "utf8")) as Report;
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        file: relative(process.cwd(), name),
        path: [...ancestorTitles, title],
        status,
      })),
    );
  } catch (error) {
    process.stderr.write(`No report of the tests: ${(error as Error).message}\n`);
    return [];
  }
}

function print({ number, threat, expected, proofs }: Threat, { verdict, passed, reasons }: Verdict): void {
  const files = proofs.map(([file]) => file);
  console.log(`\n${String(number).padStart(2)}  ${verdict.padEnd(10)}  ${threat}`);
  console.log(`    expected    ${expected}`);
  console.log(`    proof       ${passed} tests of ${[...new Set(files)].join(", ") || "none"}`);
  for (const reason of reasons) console.log(`    ✗ ${reason}`);
}
