/** `npm run what-if -- v4nv`: recorded visits through an edited chart and its rules, before they ship. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { reportFile } from "../../app/graphs/what-if/read-report.ts";
import type { Report } from "../../app/graphs/what-if/report.ts";
import { isSame } from "../../machines/visit/replay.ts";
import { isBroken } from "../../machines/what-if/gate.ts";
import { addTally, emptyTally } from "../../machines/what-if/tally.ts";
import { print, Refusal, run } from "../../services/commands/program.ts";
import { siteSettings } from "../../services/commands/site-settings.ts";
import { describeWhatIf, type WhatIfOptions } from "../../services/commands/what-if.ts";
import { withStore } from "../../services/commands/with-store.ts";
import { tool } from "../tool.ts";
import { drawnSides } from "./drawn-sides.ts";
import { summaryOf } from "./summary.ts";
import type { Task } from "./thread.ts";
import { compared } from "./threads.ts";
import { batchesInFile, seededBatches, storedBatches } from "./visits.ts";

/** How often progress is said, and kept in the file, in milliseconds. */
const [saidEvery, keptEvery] = [2_000, 10_000];

await run(describeWhatIf(tool("what-if", "")).action(whatIf));

async function whatIf(survey: string, options: WhatIfOptions): Promise<void> {
  const [, code = "", revision] = /^([^@]+)(?:@(.+))?$/s.exec(survey) ?? [];
  const { from, against, failOn = [] } = options;
  const { whatIfFolder, siteOrigin } = await siteSettings();
  const file = options.out ?? reportFile(whatIfFolder, code);
  const about = { code, before: from, after: revision ?? "working tree", visitsOf: visitsInWords(options) };
  const report =
    options.resume && existsSync(file) ? keptIn(file, about) : await begun(about, revision, options);
  demandFolder(file);
  let isStopped = false;
  process.once("SIGINT", () => {
    isStopped = true;
  });
  const task = { code, from, revision, withStore: against === "production" };
  await compareAll(report, task, () => isStopped, file);
  await print(options.json ? `${JSON.stringify(report, null, 2)}\n` : summaryOf(report, siteOrigin, failOn));
  const broken = failOn.filter((gate) => isBroken(gate, report.tally));
  for (const { kind, limit, isShare } of broken) {
    process.stderr.write(`More visits may change than allowed: ${kind}>${limit}${isShare ? "%" : ""}.\n`);
  }
  if (broken.length > 0) process.exitCode = 1;
  else if (report.rest.length > 0) process.exitCode = 130;
  if (report.rest.length > 0) process.stderr.write("Stopped. The same with --resume goes on from here.\n");
}

/** @throws Refusal before anything is compared, where a run could not be kept */
function demandFolder(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, "");
  } catch (error) {
    throw new Refusal(`The run cannot be kept in ${file}: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

type About = Pick<Report, "code" | "before" | "after" | "visitsOf">;

/** A run that was stopped. */
function keptIn(file: string, about: About): Report {
  const kept = readRun(file);
  if (isSame({ ...kept, ...about }, kept)) return kept;
  throw new Refusal(`${file} is of another comparison.`);
}

function readRun(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Refusal(`${file} is no run of what-if; without --resume it is begun again.`);
  }
}

async function begun(
  about: About,
  revision: string | undefined,
  { against, file, sessions, seed }: WhatIfOptions,
): Promise<Report> {
  const drawn = await drawnSides(about.code, about.before, revision);
  const report: Report = { ...about, rest: [], tally: emptyTally(), drawn };
  if (against === "seeded") report.rest = seededBatches({ sessions, seed });
  else if (against === "production") {
    await withStore(async ({ store }) => {
      report.rest = await storedBatches(store, about.code);
    });
  } else if (file && existsSync(file)) report.rest = batchesInFile(file);
  else throw new Refusal("Name the file of the visits with --file.");
  return report;
}

/** Goes on with a report until it is whole or the run is stopped; the file has what was counted so far. */
async function compareAll(report: Report, task: Task, isStopped: () => boolean, file: string): Promise<void> {
  const keep = () => {
    writeFileSync(`${file}.part`, `${JSON.stringify(report)}\n`);
    renameSync(`${file}.part`, file);
  };
  const batches = report.rest;
  const [began, read] = [Date.now(), report.tally.visits];
  // At first as soon as anything is counted.
  let [saidAt, keptAt] = [0, began];
  try {
    for await (const { tally } of compared(task, batches, isStopped)) {
      addTally(report.tally, tally);
      report.rest = report.rest.slice(1);
      const now = Date.now();
      if (now - saidAt > saidEvery) {
        const { visits } = report.tally;
        const share = Math.floor(100 * (1 - report.rest.length / batches.length));
        const pace = Math.round((1000 * (visits - read)) / (now - began));
        process.stderr.write(`${share} %: ${visits.toLocaleString("en-US")} visits, ${pace} a second\n`);
        saidAt = now;
      }
      if (now - keptAt > keptEvery) {
        keep();
        keptAt = now;
      }
    }
  } finally {
    // Of a run that fails all that was counted is kept; one that came to nothing leaves the file as it was.
    if (batches.length === 0 || report.rest !== batches) keep();
    else rmSync(`${file}.part`);
  }
}

function visitsInWords({ against, sessions, seed, file }: WhatIfOptions): string {
  if (against === "seeded") return `visits made up with seed ${seed} (${sessions})`;
  return against === "file" ? `visits of ${file}` : "recorded visits";
}
