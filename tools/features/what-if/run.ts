import { once } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Report, reportFile } from "../../../app/features/what-if/report.ts";
import { differingMarks } from "../../../app/graphs/drawing/marks.ts";
import { gateText, isBroken } from "../../../machines/features/what-if/gate.ts";
import { addTally, emptyTally, type Tally } from "../../../machines/features/what-if/tally.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { viewOf } from "../../../machines/graph/view.ts";
import { print, run } from "../../../services/commands/program.ts";
import { siteSettings } from "../../../services/commands/with-store.ts";
import { describeWhatIf, type WhatIfOptions } from "../../../services/features/what-if/command.ts";
import { whatIfFolder } from "../../../services/features/what-if/feature.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { differenceOf, type Sided } from "../../graphs/difference.ts";
import { copyAt, root } from "../../graphs/tree.ts";
import { tool } from "../../tool.ts";
import type { Done, Job, Setup } from "./comparing-thread.ts";
import { onlySurvey, type Selection, type Side, type Sides, selectionOf, sideAt } from "./sides.ts";
import { combinedSummaryOf, inWords, summaryOf } from "./summary.ts";
import { type About, batchesOf, demandWritable, type Kept, keep, resumed, visitsInWords } from "./visits.ts";
import { usualRules } from "./worlds.ts";

/** `npm run what-if`: replays recorded visits through surveys as they were and as they are now, before an edit ships. */

/** A survey's charts on both sides as they are drawn, each with marks on what the other does not have. */
function drawnSides(code: string, sides: Sides): Report["drawn"] {
  const before = chartIn(sides.before, code);
  const after = chartIn(sides.after, code);
  const difference = differenceOf(before, after);
  const drawn = ({ chart }: Sided, own: "lost" | "gained") => {
    const view = viewOf(graphOf(chart));
    return { view, marks: differingMarks(view, difference, own) };
  };
  return { before: drawn(before, "lost"), after: drawn(after, "gained") };
}

function chartIn({ tree }: Side, code: string): Sided {
  return { tree, chart: tree.charts.find((chart) => chart.code === code)! };
}

/** How often progress is printed, and how often it is saved to the file, in milliseconds. */
const [printEvery, keepEvery] = [2_000, 10_000];

/** More threads than this cost more memory than they save time. */
const maxThreads = 8;

let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    isStopped = true;
  });
}
await run(describeWhatIf(tool("what-if", "")).action(whatIf));

async function whatIf(survey: string | undefined, options: WhatIfOptions): Promise<void> {
  const { failOn = [], json } = options;
  const settings = siteSettings();
  const { code, revision } = operandOf(survey);
  const { selection, reports } = await replayed(code, revision, options, settings);
  const [first] = reports;
  const about = { before: options.from, after: afterName(revision), ...selection };
  if (json) await print(`${JSON.stringify(code === undefined ? reports : first, null, 2)}\n`);
  else if (code === undefined) await print(combinedSummaryOf(reports, about, settings.siteOrigin, failOn));
  else await print(summaryOf(first!, settings.siteOrigin, failOn));
  for (const gate of failOn) {
    const broken = reports.filter(({ tally }) => isBroken(gate, tally)).map((report) => report.code);
    if (broken.length === 0) continue;
    process.exitCode = 1;
    const whose = code === undefined ? ` of ${inWords(broken)}` : "";
    process.stderr.write(`More visits${whose} may change than allowed: ${gateText(gate)}.\n`);
  }
  if (reports.some(({ rest }) => rest.length > 0)) {
    process.exitCode ??= 130;
    process.stderr.write("Stopped. The same with --resume goes on from here.\n");
  }
}

/** Reads `v4nv`, `v4nv@my-branch`, or `@my-branch` for every survey there. */
function operandOf(survey = ""): { code: string | undefined; revision: string | undefined } {
  const [, code, revision] = /^([^@]*)(?:@(.+))?$/s.exec(survey) ?? [];
  if (code === undefined) throw new Refusal(`There is no survey ${survey}.`);
  return { code: code || undefined, revision };
}

function afterName(revision: string | undefined): string {
  return revision ?? "working tree";
}

/** Replays the visits of one survey, or of every survey that the edit may touch. Each revision is unpacked once. */
async function replayed(
  code: string | undefined,
  revision: string | undefined,
  options: WhatIfOptions,
  settings: Settings,
): Promise<{ selection: Selection; reports: Report[] }> {
  using before = copyAt(options.from);
  using after = revision === undefined ? undefined : copyAt(revision);
  const withStore = options.against === "production";
  const site = withStore ? settings : usualRules;
  const setup = { before: before.path, after: after?.path ?? root, withStore };
  const sides = {
    before: await sideAt(options.from, setup.before, site),
    after: await sideAt(revision, setup.after, site),
  };
  const selection = code === undefined ? selectionOf(sides) : onlySurvey(code, sides);
  const all = await runsOf(selection.touched, code === undefined, sides, {
    ...options,
    fileOf: (each) => options.out ?? reportFile(whatIfFolder(settings), each),
    after: afterName(revision),
  });
  await compareAll(all, sides, setup);
  return { selection, reports: all.map(({ report }) => report) };
}

type RunOptions = WhatIfOptions & { fileOf(code: string): string; after: string };

/** The runs of these surveys: as saved, if they are to be resumed, else from the beginning. */
async function runsOf(
  codes: readonly string[],
  isEverySurvey: boolean,
  sides: Sides,
  options: RunOptions,
): Promise<Kept[]> {
  const { from, after, fileOf, resume } = options;
  const aboutOf = (code: string): About => ({
    code,
    before: from,
    after,
    visitsOf: visitsInWords(options),
    fingerprint: `${sides.before.fingerprint(code)} ${sides.after.fingerprint(code)}`,
  });
  const reports = new Map<string, Report>();
  for (const code of codes) {
    demandWritable(fileOf(code));
    if (!resume || !existsSync(fileOf(code))) continue;
    try {
      reports.set(code, resumed(fileOf(code), aboutOf(code)));
    } catch (error) {
      // A survey that the stopped run had not reached may still have the run of an earlier edit.
      if (!isEverySurvey) throw error;
    }
  }
  const fresh = codes.filter((code) => !reports.has(code));
  for (const [index, rest] of (await batchesOf(fresh, options)).entries()) {
    const code = fresh[index]!;
    reports.set(code, { ...aboutOf(code), rest, tally: emptyTally(), drawn: drawnSides(code, sides) });
  }
  return codes.map((code) => ({ file: fileOf(code), report: reports.get(code)! }));
}

/** Continues runs until all are finished or the command is stopped, and saves their counts so far. */
async function compareAll(all: readonly Kept[], { before, after }: Sides, setup: Setup): Promise<void> {
  for (const each of all) if (each.report.rest.length === 0) keep(each);
  const jobs = all.flatMap((kept) => {
    const { code, rest } = kept.report;
    const rules = { before: before.rules(code), after: after.rules(code) };
    return rest.map((batch) => ({ kept, code, rules, batch }));
  });
  const visitsRead = () => all.reduce((sum, { report }) => sum + report.tally.visits, 0);
  const [began, readBefore] = [Date.now(), visitsRead()];
  // `printedAt` is 0, so that progress is first printed as soon as anything is counted.
  let [done, printedAt, keptAt] = [0, 0, began];
  let unkept: Kept | undefined;
  const given = jobs.map(({ kept, ...job }) => job);
  try {
    for await (const tally of talliesOf(setup, given, () => isStopped)) {
      const { kept } = jobs[done++]!;
      const { report } = kept;
      addTally(report.tally, tally);
      report.rest = report.rest.slice(1);
      unkept = kept;
      const now = Date.now();
      if (now - printedAt > printEvery) {
        const visits = visitsRead();
        const share = Math.floor((100 * done) / jobs.length);
        const pace = Math.round((1000 * (visits - readBefore)) / (now - began));
        process.stderr.write(`${share} %: ${visits.toLocaleString("en-US")} visits, ${pace} a second\n`);
        printedAt = now;
      }
      if (report.rest.length === 0 || now - keptAt > keepEvery) {
        keep(kept);
        unkept = undefined;
        keptAt = now;
      }
    }
  } finally {
    // Counts are saved even if the run fails; one that counted nothing leaves its file as it was.
    if (unkept) keep(unkept);
  }
}

/**
 * Hands jobs to worker threads, one for each processor.
 * @param isStopped asked before each job
 * @returns the tallies of the jobs, in their order
 * @throws Refusal if visits cannot be read
 */
async function* talliesOf(
  setup: Setup,
  jobs: readonly Job[],
  isStopped: () => boolean,
): AsyncGenerator<Tally> {
  const count = Math.min(jobs.length, availableParallelism(), maxThreads);
  const threads = Array.from(
    { length: count },
    () => new Worker(new URL("./comparing-thread.ts", import.meta.url), { workerData: setup }),
  );
  const exits = new Map(threads.map((thread) => [thread, exitOf(thread)]));
  const pending: Promise<Done>[] = [];
  let next = 0;
  const give = (thread: Worker) => {
    const job = isStopped() ? undefined : jobs[next++];
    if (!job) return thread.postMessage(null);
    thread.postMessage(job);
    const done = Promise.race([once(thread, "message").then(([reply]) => reply as Done), exits.get(thread)!]);
    // A failure is reported where this job is waited for.
    done.catch(() => {});
    pending.push(done);
    void done.then(() => give(thread)).catch(() => {});
  };
  try {
    threads.forEach(give);
    for (let job = pending.shift(); job; job = pending.shift()) {
      const done = await job;
      if ("refused" in done) throw new Refusal(done.refused);
      yield done.tally;
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** Rejects once a thread has ended, so that nobody waits for an unfinished job. */
function exitOf(thread: Worker): Promise<never> {
  const exit = once(thread, "exit").then(() => {
    throw new Refusal("A thread ended before its visits were counted. The same with --resume goes on.");
  });
  exit.catch(() => {});
  return exit;
}
