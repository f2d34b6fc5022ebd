/** `npm run bench`: what a visit costs, kept from commit to commit. Nothing fails on a slow machine: figures are for reading. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { markdownTable } from "../../test/support/tables.ts";
import { tool } from "../tool.ts";
import { drawn, type Run } from "./cost.ts";

/** A line for each run: its date, the commit, the figures and their limits. */
const file = "docs/measurements/cost.jsonl";
/** The picture of the lines, for docs/measurements/performance.md. */
const picture = "docs/pictures/cost.svg";

tool(
  "bench",
  `Measures the ratios of processor time that npm test holds, adds them to those of the commits before (${file}),
draws them (${picture}) and prints the last ten.`,
).parse();
ensureBuilt();
// A figure over its limit is kept as well.
spawnSync("vitest", ["run", "test/site/cost.test.ts"], {
  env: { ...process.env, COST_FILE: file },
  stdio: "inherit",
});
const lines = readFileSync(file, "utf8").trim().split("\n");
const runs = lines.map((line) => JSON.parse(line) as Run);
writeFileSync(picture, drawn(runs));
const newest = runs.slice(-10);
const rows = Object.entries(runs.at(-1)!.limits).map(([name, limit]) => [
  name,
  ...newest.map(({ figures }) => String(figures[name] ?? "–")),
  String(limit),
]);
console.log(markdownTable([["figure", ...newest.map(({ commit }) => commit), "limit"], ...rows]));
