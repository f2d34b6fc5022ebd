/**
 * `npm run lab -- faults`: every outside call, failing in every way, while a visitor walks a survey that needs it.
 * Prints one line per call, a mark per fault, and what did not hold. `npm run lab -- faults "phone check"` tries one call.
 */
import { Argument } from "commander";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { lab } from "../../tool.ts";
import { outsideCalls } from "./calls.ts";
import { type Cell, faultMatrix, allWays as ways } from "./matrix.ts";

const [name] = lab(
  "faults",
  `Lets every outside call fail in every way while a visitor walks a survey that needs it, and prints how long
the slowest press took and what did not hold. Ends with status 1 when anything did not.`,
)
  .addArgument(new Argument("[call]", "only this call").choices(outsideCalls.map((call) => call.name)))
  .parse().args;
const calls = outsideCalls.filter((call) => name === undefined || call.name === name);

ensureBuilt();
const cells = await faultMatrix({ calls, sites: Math.min(3, calls.length) });

const width = Math.max(...calls.map((call) => call.name.length));
console.log(`\nSlowest press in seconds, or ✗. "At most" is the stated deadline.\n`);
console.log([" ".repeat(width), "at most", ...ways.map((way) => way.padStart(8))].join("  "));
for (const call of calls) {
  const row = ways.map((way) => mark(cells.find((cell) => cell.call === call && cell.fault === way)!));
  const deadline = call.deadlineMs ? `${call.deadlineMs / 1000} s` : "no wait";
  console.log([call.name.padEnd(width), deadline.padStart(7), ...row].join("  "));
}
console.log("\nWhat holds then:");
for (const { name, fallback } of calls) console.log(`  ${name.padEnd(width)}  ${fallback}`);

const failed = cells.filter(({ wrong }) => wrong.length > 0);
for (const { call, fault, wrong } of failed) console.log(`\n✗ ${call.name}, ${fault}: ${wrong.join("; ")}`);
console.log(`\n${cells.length - failed.length} of ${cells.length} cells hold.`);
process.exitCode = failed.length > 0 ? 1 : 0;

function mark({ wrong, slowestMs }: Cell): string {
  return (wrong.length > 0 ? "✗" : (slowestMs / 1000).toFixed(1)).padStart(8);
}
