/**
 * `npm run tool -- failover`: a cluster of three on this machine from docs/production/cluster, the site on it, visitors
 * with and without JavaScript, and every fault. Prints a table; ends with status 1 when a lead was lost or doubled, a
 * visitor saw a 500 or had to type again. `--faults 100` does random ones, `--only "leader killed"` one.
 */
import { Option } from "commander";
import { ensureBuilt } from "../../app/server/prepare.mjs";
import { wholeNumber } from "../../services/commands/values.ts";
import { tool } from "../tool.ts";
import { faults } from "./faults.ts";
import { findPatroni, installPackages } from "./programs.ts";
import { series } from "./series.ts";
import { table, wrongs } from "./table.ts";

const names = Object.keys(faults);
const asked = tool(
  "failover",
  `Starts a cluster of three from docs/production/cluster on this machine and lets visitors walk a survey through
every fault. Needs root for Debian's packages and for a disk that can be filled. Prints what visitors saw and what became of their leads.`,
)
  .option("--faults <number>", "so many at random, instead of each once", wholeNumber)
  .addOption(new Option("--only <names...>", "these instead of all").choices(names))
  .option("--visitors <number>", "how many at the same time", wholeNumber, 6)
  .option("--patroni <folder>", "sources of Patroni 3.0.3 or newer, in place of Debian's")
  .parse()
  .opts<{ faults?: number; only?: string[]; visitors: number; patroni?: string }>();

installPackages();
ensureBuilt();
const patroni = findPatroni(asked.patroni);
if (!patroni.isSafe)
  console.warn(
    `Patroni ${patroni.version} LOSES acknowledged leads when a stopped leader goes on (docs/production/cluster).`,
  );
const chosen = asked.only ?? names;
const plan = asked.faults
  ? Array.from({ length: asked.faults }, () => chosen[Math.floor(Math.random() * chosen.length)]!)
  : chosen;

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const began = performance.now();
const { done, found, wentBack } = await series(plan, patroni, asked.visitors);
const minutes = Math.round((performance.now() - began) / 60_000);
console.log(`\n${table(done, found)}\n`);
console.log(`${done.length} faults in ${minutes} minutes. History went back: ${wentBack} times.`);
const isBroken = done.some(({ note }) => /[A-Z]{4}/.test(note));
process.exit(wrongs(done, found) + wentBack > 0 || isBroken ? 1 : 0);
