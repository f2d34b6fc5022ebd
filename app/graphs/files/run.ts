/**
 * `npm run graphs`: writes every chart in every form, see docs/graphs. `npm run graphs -- diff <one> [<other>]`:
 * what differs between two charts, or between the charts of two git revisions.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { charts } from "../../../machines/charts.ts";
import { answerOnCommandLine, BadUsage, print } from "../../../services/commands/command-line.ts";
import { allFiles, folders } from "./files-of.ts";
import { root } from "./root.ts";

const usage = "Usage: graphs [diff <code|code@revision|revision> [<code|code@revision|revision>] [--json]]";

await answerOnCommandLine(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    options: { json: { type: "boolean" } },
    allowPositionals: true,
  });
  const [task, first, second, ...more] = positionals;
  if (task === undefined && !values.json) return writeAll();
  if (task !== "diff" || first === undefined || more.length > 0) throw new BadUsage(usage);
  // What compares reads code with the compiler, for which the files need not wait.
  const { printDifferences } = await import("./print-differences.ts");
  await printDifferences({ first, second, isJson: values.json ?? false });
});

async function writeAll(): Promise<void> {
  const files = allFiles(charts);
  for (const folder of Object.values(folders)) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder))) {
      if (!files.has(`${folder}/${name}`)) rmSync(join(root, folder, name));
    }
  }
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  await print(`${charts.length} charts, ${files.size} files\n`);
}
