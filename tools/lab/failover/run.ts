/**
 * `npm run lab -- failover`: a cluster of three on this machine from docs/production/cluster, the site on it, visitors
 * with and without JavaScript, and every fault. Prints a table; ends with status 1 when a lead was lost or doubled, a
 * visitor saw a 500 or had to type again. `--faults 100` does random ones, `--only "leader killed"` one, and
 * `--add-to faults.json` adds several runs up.
 */
import { Option } from "commander";
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { wholeNumber } from "../../../services/commands/values.ts";
import { installPrograms } from "../debian.ts";
import { lab } from "../lab.ts";
import { strangers } from "./count.ts";
import { faults } from "./faults.ts";
import { plan } from "./plan.ts";
import { clusterPrograms, findPatroni } from "./programs.ts";
import { addTo } from "./results.ts";
import { series } from "./series.ts";
import { outcome, table, wrongs } from "./table.ts";

const names = Object.keys(faults);
const asked = lab(
  "failover",
  `Starts a cluster of three from docs/production/cluster on this machine and lets visitors walk a survey through
every fault. Needs root for Debian's packages and for a disk that can be filled. Prints what visitors saw and what became of their leads.`,
)
  .option(
    "--faults <number>",
    "so many at random, most of those that are soon over, instead of each once",
    wholeNumber,
  )
  .addOption(new Option("--only <names...>", "these instead of all").choices(names))
  .option("--visitors <number>", "how many at the same time", wholeNumber, 6)
  .option(
    "--add-to <file>",
    "keeps the figures here, and prints the table of all runs in it; made when missing",
  )
  .option("--patroni <folder>", "sources of Patroni 3.0.3 or newer, in place of Debian's")
  .parse()
  .opts<{ faults?: number; only?: string[]; visitors: number; addTo?: string; patroni?: string }>();

installPrograms(clusterPrograms);
ensureBuilt();
const patroni = findPatroni(asked.patroni);
if (!patroni.isSafe)
  console.warn(
    `Patroni ${patroni.version} LOSES acknowledged leads when a stopped leader goes on (docs/production/cluster).`,
  );
const chosen = asked.only ?? names;

const enough = new AbortController();
process.once("SIGINT", () => process.exit(1));
process.once("SIGTERM", () => enough.abort());

const began = new Date();
const { done, found, wentBack } = await series(
  asked.faults ? plan(asked.faults, chosen) : chosen,
  patroni,
  asked.visitors,
  enough.signal,
);
const minutes = Math.round((Date.now() - began.getTime()) / 60_000);
const { visitors } = asked;
const run = {
  ...{ began: began.toISOString(), patroni: patroni.version, visitors, minutes, wentBack },
  strangers: strangers(
    found,
    done.flatMap(({ seen }) => seen.acknowledged),
  ),
  outcomes: done.map((each) => outcome(each, found)),
};
const runs = asked.addTo ? addTo(asked.addTo, run) : [run];
const outcomes = runs.flatMap((each) => each.outcomes);
const sum = (key: "minutes" | "wentBack" | "strangers") =>
  runs.reduce((total, each) => total + (each[key] ?? 0), 0);
console.log(`\n${table(outcomes)}\n`);
console.log(
  `${outcomes.length} faults in ${runs.length} ${runs.length === 1 ? "run" : "runs"} of ${sum("minutes")} minutes. History went back: ${sum("wentBack")} times. Leads that nobody was thanked for: ${sum("strangers")}.`,
);
const isBroken = outcomes.some(({ note }) => /[A-Z]{4}/.test(note));
process.exit(wrongs(outcomes) + sum("wentBack") + sum("strangers") > 0 || isBroken ? 1 : 0);
