/** `npm run tool -- lint`: problems that do not keep charts from loading, with file, line and remedy. */
import { print, run } from "../../services/commands/program.ts";
import { root } from "../graphs/tree.ts";
import { tool } from "../tool.ts";
import { lintCharts } from "./lint-charts.ts";

const program = tool(
  "lint",
  `Checks every chart in machines/variants: for what surveys may not use, misspelled names, dead ends and what is never
reached; then walks it through XState's own actor and through the rules of a visit, and says where they part. Ends with
status 1 if anything is wrong.`,
)
  .argument("[code...]", "only the files of these surveys")
  .action(async (codes: string[]) => {
    const files = codes.map((code) => `${code}.ts`);
    const found = await lintCharts(root, files.length > 0 ? files : undefined);
    for (const { file, line, message, remedy } of found)
      await print(`${file}:${line}: ${message} ${remedy}\n`);
    if (found.length === 0) await print("Nothing is wrong with the charts.\n");
    else process.exitCode = 1;
  });
await run(program);
