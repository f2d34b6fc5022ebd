/**
 * `npm run tool -- threats`: runs the tests that carry the number of a threat of test/specification/threats.md and prints each threat with its
 * verdict; `npm run tool -- threats 5 31` those of some. Ends with 1 when one does not hold, with 2 for a number that is none.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { Argument } from "commander";
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { threats as all, type TaggedTest, taggedTests } from "../../test/support/tagged-tests.ts";
import { tool } from "../tool.ts";
import { type Ran, verdictOn } from "./verdict.ts";

const outputFolder = "test/output";
const reportFile = `${outputFolder}/threats-vitest.json`;

const asked = tool(
  "threats",
  `Runs the tests that prove each row of the table of threats and faults, and prints each row with its verdict.
Ends with status 1 when a row does not hold.`,
)
  .addArgument(new Argument("[row...]", "only these rows").choices(all.map(({ number }) => number.slice(1))))
  .parse().args;
const threats = asked.length > 0 ? all.filter(({ number }) => asked.includes(number.slice(1))) : all;
const tests = taggedTests();
const rows = threats.map((row) => ({
  ...row,
  proofs: tests.filter(({ held }) => held.includes(row.number)),
}));

ensureBuilt();
const ran = runTests(rows.flatMap(({ proofs }) => proofs));
const judged = rows.map((row) => ({ ...row, ...verdictOn(row.number, row.proofs, ran) }));
for (const row of judged) print(row);
const holding = judged.filter(({ verdict }) => verdict === "holds").length;
console.log(`\n${holding} of ${rows.length} rows hold.`);
writeFileSync(`${outputFolder}/threats.json`, `${JSON.stringify(judged, null, 2)}\n`);
process.exitCode = holding === rows.length ? 0 : 1;

/** Runs the tests of these threats and nothing else, quick ones first. */
function runTests(proofs: readonly TaggedTest[]): Ran[] {
  const files = new Set(proofs.map(({ file }) => file));
  if (files.size === 0) return [];
  mkdirSync(outputFolder, { recursive: true });
  rmSync(reportFile, { force: true });
  const filter = threats.map(({ number }) => number).join(" || ");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  const args = ["run", ...files, "--tags-filter", filter, ...reporters];
  spawnSync("node_modules/.bin/vitest", args, { stdio: "inherit" });
  return readReport();
}

type Report = {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; tags: string[] }[];
  }[];
};

/** @returns nothing where vitest itself came to grief: then no test has run */
function readReport(): Ran[] {
  try {
    const { testResults } = JSON.parse(readFileSync(reportFile, "utf8")) as Report;
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status, tags }) => ({
        file: relative(process.cwd(), name),
        path: [...ancestorTitles, title],
        ...{ status, tags },
      })),
    );
  } catch (error) {
    process.stderr.write(`No report of the tests: ${(error as Error).message}\n`);
    return [];
  }
}

function print({
  number,
  verdict,
  threat,
  expected,
  passed,
  proofs,
  reasons,
}: (typeof judged)[number]): void {
  const files = new Set(proofs.map(({ file }) => file));
  console.log(`\n${number.slice(1).padStart(2)}  ${verdict.padEnd(10)}  ${threat}`);
  console.log(`    expected    ${expected}`);
  console.log(`    proof       ${passed} tests of ${[...files].join(", ") || "none"}`);
  for (const reason of reasons) console.log(`    ✗ ${reason}`);
}
