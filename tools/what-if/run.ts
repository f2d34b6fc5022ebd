/** `npm run what-if -- v4nv`: recorded visits through an edited chart and its rules, before they ship. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { reportFile } from "../../app/graphs/what-if/read-report.ts";
import type { Report } from "../../app/graphs/what-if/report.ts";
import { isSame } from "../../machines/visit/replay.ts";
import { addTally, emptyTally } from "../../machines/what-if/tally.ts";
import { print, Refusal, run } from "../../services/commands/program.ts";
import { siteSettings } from "../../services/commands/site-settings.ts";
import { wholeNumber } from "../../services/commands/values.ts";
import { withStore } from "../../services/commands/with-store.ts";
import { tool } from "../tool.ts";
import { drawnSides } from "./drawn-sides.ts";
import { type Gate, isBroken, readGate } from "./gate.ts";
import { summaryOf } from "./summary.ts";
import type { Task } from "./thread.ts";
import { compared } from "./threads.ts";
import { batchesInFile, seededBatches, storedBatches } from "./visits.ts";

type Options = {
  from: string;
  against: "production" | "file" | "seeded";
  file?: string;
  sessions: number;
  seed: number;
  failOn?: Gate[];
  resume?: true;
  out?: string;
  json?: true;
};

/** How often progress is said, and kept in the file, in milliseconds. */
const [saidEvery, keptEvery] = [2_000, 10_000];

const program = tool(
  "what-if",
  `Replays recorded visits through a survey as it was and as it is now, chart and rules, and says for how many what changes.
Nothing personal is shown or written.`,
)
  .argument("<survey>", "the edited one: v4nv for the working tree, v4nv@my-branch for a revision")
  .option("--from <revision>", "what runs today", "HEAD")
  .addOption(
    new Option("--against <visits>", "visits of the store, of a file, or made up")
      .choices(["production", "file", "seeded"])
      .default("production"),
  )
  .option("--file <path>", 'lines of {"id", "log"}, for --against file')
  .option("--sessions <number>", "how many are made up", wholeNumber, 10_000)
  .option("--seed <number>", "the same seed makes the same visits", wholeNumber, 1)
  .option("--fail-on <limit...>", "end with status 1 where more may change: verdict>0.5%, payload>20", gates)
  .option("--resume", "go on where the last run with this file stopped")
  .option(
    "--out <path>",
    "the file that the run is kept in; where the site shows it, data/what-if/<survey>.json",
  )
  .option("--json", "print the file in place of the summary")
  .action(whatIf);
await run(program);

function gates(text: string, before: Gate[] = []): Gate[] {
  const gate = readGate(text);
  if (!gate) throw new InvalidArgumentError("Write it like verdict>0.5% or payload>20.");
  return [...before, gate];
}

async function whatIf(survey: string, options: Options): Promise<void> {
  const [, code = "", revision] = /^([^@]+)(?:@(.+))?$/s.exec(survey) ?? [];
  const { from, against, failOn = [] } = options;
  const file = options.out ?? reportFile((await siteSettings()).whatIfFolder, code);
  const about = { code, before: from, after: revision ?? "working tree", visitsOf: visitsInWords(options) };
  const report =
    options.resume && existsSync(file) ? keptIn(file, about) : await begun(about, revision, options);
  let isStopped = false;
  process.once("SIGINT", () => {
    isStopped = true;
  });
  const task = { code, from, revision, withStore: against === "production" };
  await compareAll(report, task, () => isStopped, file);
  await print(options.json ? `${JSON.stringify(report, null, 2)}\n` : summaryOf(report));
  const broken = failOn.filter((gate) => isBroken(gate, report.tally));
  for (const { kind, limit, isShare } of broken) {
    process.stderr.write(`More visits may change than allowed: ${kind}>${limit}${isShare ? "%" : ""}.\n`);
  }
  if (broken.length > 0) process.exitCode = 1;
  else if (report.rest.length > 0) process.exitCode = 130;
}

type About = Pick<Report, "code" | "before" | "after" | "visitsOf">;

/** A run that was stopped. */
function keptIn(file: string, about: About): Report {
  const kept = JSON.parse(readFileSync(file, "utf8")) as Report;
  if (isSame({ ...kept, ...about }, kept)) return kept;
  throw new Refusal(`${file} is of another comparison.`);
}

async function begun(
  about: About,
  revision: string | undefined,
  { against, file, sessions, seed }: Options,
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
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, `${JSON.stringify(report)}\n`);
    renameSync(`${file}.part`, file);
  };
  const batches = report.rest;
  const [began, read] = [Date.now(), report.tally.visits];
  let [saidAt, keptAt] = [began, began];
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
  keep();
}

function visitsInWords({ against, sessions, seed, file }: Options): string {
  if (against === "seeded") return `visits made up with seed ${seed} (${sessions})`;
  return against === "file" ? `visits of ${file}` : "recorded visits";
}
