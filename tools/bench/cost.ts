import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { measured } from "./figure.ts";
import { type Report, report } from "./report.ts";

/** One line for each run: its date, the commit, and the figures. */
const file = "docs/measurements/cost.jsonl";

/** The ratios that `npm test` holds, which are added to those of the commits before. */
export async function cost(): Promise<Report> {
  const env = { ...process.env, COST_FILE: file };
  // A figure over its limit is kept as well.
  spawnSync("vitest", ["run", "test/site/cost.test.ts"], { env, stdio: "inherit" });
  const runs = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { commit: string; figures: Record<string, number> });
  const figures = Object.keys(runs.at(-1)!.figures);
  const values = (name: string) => runs.flatMap(({ figures }) => figures[name] ?? []).slice(-10);
  return report(
    "cost",
    `The last ten runs, of commits ${runs[0]!.commit} to ${runs.at(-1)!.commit}; ${file} has all.`,
    figures.map((name) => measured(name, "", values(name))),
  );
}
