/** `npm run tool -- lint`: problems that do not keep charts from loading, with file, line and remedy. */
import { print, run } from "../../services/commands/program.ts";
import { root } from "../graphs/tree.ts";
import { tool } from "../tool.ts";
import { lintCharts } from "./lint-charts.ts";

const program = tool(
  "lint",
  `Checks every chart in machines/variants for misspelled questions, targets, guards and services, dead ends,
unreachable states and transitions that are never taken. Ends with status 1 if there are any.`,
).action(async () => {
  const found = await lintCharts(root);
  for (const { file, line, message, remedy } of found) await print(`${file}:${line}: ${message} ${remedy}\n`);
  if (found.length === 0) await print("Nothing is wrong with the charts.\n");
  else process.exitCode = 1;
});
await run(program);
