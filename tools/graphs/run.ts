/** `npm run tool -- graphs`: writes every chart in every format, or compares charts. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { charts } from "../../machines/charts.ts";
import { print, run } from "../../services/commands/program.ts";
import { tool } from "../tool.ts";
import { folders } from "./folders.ts";
import type { JsonOptions } from "./print-differences.ts";
import { root } from "./root.ts";

const program = tool(
  "graphs",
  `Writes every chart as an edge list and Mermaid to ${folders.texts}, its layout to ${folders.layouts}
and what the tests take of it to ${folders.coverage} (these are committed), and as SCXML, DOT and a machine for
Stately Studio to ${folders.exports}; or compares charts.`,
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
  // Loaded only here: coverage imports the tests, which may be missing where charts are only compared.
  const { allFiles } = await import("./files-of.ts");
  const files = allFiles(charts);
  for (const folder of Object.values(folders)) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder))) {
      if (name !== "README.md" && !files.has(`${folder}/${name}`)) rmSync(join(root, folder, name));
    }
  }
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  await print(`${charts.length} charts, ${files.size} files in ${Object.values(folders).join(", ")}\n`);
}
