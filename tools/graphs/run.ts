/** `npm run tool -- graphs`: writes every chart in every format, or compares charts. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineTextOf } from "../../app/graphs/formats/machine-text.ts";
import { mermaidOf } from "../../app/graphs/formats/mermaid.ts";
import { scxmlOf } from "../../app/graphs/formats/scxml.ts";
import { charts } from "../../machines/charts.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { print, run } from "../../services/commands/program.ts";
import { tool } from "../tool.ts";
import type { JsonOptions } from "./print-differences.ts";
import { root } from "./tree.ts";

const folder = "test/output/graphs";

const program = tool(
  "graphs",
  `Writes every chart to ${folder} as Mermaid, as SCXML (executable: guards read the data of the ANSWER event)
and as a machine for Stately Studio (names instead of code); or compares charts.`,
).action(writeAll);
program
  .command("diff")
  .description("print the differences between two charts, or between all charts of two git revisions")
  .argument("<one>", "a chart (v4nv), a chart of a revision (v4nv@HEAD~3) or a revision (HEAD~3)")
  .argument("[other]", "the same; by default the working tree")
  .option("--json", "as JSON")
  .option("--views", "with --json, include the charts as they are drawn")
  .action(async (first: string, second: string | undefined, options: JsonOptions) => {
    // Loaded only here: it brings in the TypeScript compiler, which is slow to load.
    const { printDifferences } = await import("./print-differences.ts");
    await printDifferences(first, second, options);
  });
await run(program);

async function writeAll(): Promise<void> {
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  for (const chart of charts) {
    const graph = graphOf(chart);
    const files = {
      mmd: mermaidOf(viewOf(graph)),
      scxml: scxmlOf(graph),
      "machine.ts": machineTextOf(graph),
    };
    for (const [ending, text] of Object.entries(files))
      writeFileSync(join(root, folder, `${chart.code}.${ending}`), text);
  }
  await print(`${charts.length} charts in three formats, in ${folder}\n`);
}
