/** `npm run bench`, or `npm run bench -- cost` for one of them. Nothing fails on a slow machine: figures are for reading. */
import { writeFileSync } from "node:fs";
import { Argument } from "commander";
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { tool } from "../tool.ts";
import { cost } from "./cost.ts";
import { machine, type Report, table, writeJson } from "./report.ts";
import { saturation } from "./saturation.ts";
import { visit } from "./visit.ts";

const benchmarks: Record<string, () => Promise<Report>> = { visit, saturation, cost };
/** They take both cores for themselves, or write into a file of the project. */
const onlyWhenNamed = ["saturation", "cost"];
const file = "test/output/bench.json";
const tables = "test/output/bench.md";

const asked = tool(
  "bench",
  `Measures speed, size and memory, each beside a reference, and prints tables; nothing fails on a slow machine.
The last two take both cores, or add to a file of the project, and run only when they are named.`,
)
  .addArgument(
    new Argument("[benchmark...]", "the benchmarks to run (default: visit)").choices(Object.keys(benchmarks)),
  )
  .parse().args;
ensureBuilt();
const { cpu, cores, node, load } = machine();
console.log(
  `${cpu}, ${cores} cores, Node ${node}, load ${load} at the start. Ratios carry over, figures do not.\n`,
);
const reports: Report[] = [];
for (const [name, run] of Object.entries(benchmarks)) {
  if (asked.length > 0 ? !asked.includes(name) : onlyWhenNamed.includes(name)) continue;
  const found = await run();
  console.log(table(found));
  reports.push(found);
  writeJson(file, reports);
  writeFileSync(tables, reports.map(table).join("\n"));
}
console.log(`The same as JSON: ${file}, and as Markdown: ${tables}`);
