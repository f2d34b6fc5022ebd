import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Batch, Report } from "../../app/graphs/what-if/report.ts";
import { isSame } from "../../machines/visit/replay.ts";
import type { WhatIfOptions } from "../../services/commands/what-if.ts";
import { withStore } from "../../services/commands/with-store.ts";
import { Refusal } from "../../services/operations/refusal.ts";
import { batchesInFile, seededBatches, storedBatches } from "./visits.ts";

/** A run and the file that it is kept in. */
export type Kept = { file: string; report: Report };

/** What a run compares; it may be resumed only if this is the same. */
export type About = Pick<Report, "code" | "before" | "after" | "visitsOf" | "fingerprint">;

/** Reads the run to resume. @throws Refusal if the file has a run of another comparison, or no run */
export function resumed(file: string, about: About): Report {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Refusal(`${file} is not a run of what-if; without --resume a new one replaces it.`);
  }
  if (isSame({ ...report, ...about }, report)) return report;
  throw new Refusal(`${file} has the run of another comparison; without --resume a new one replaces it.`);
}

/** Replaces the file as a whole, so that it is never half written. */
export function keep({ file, report }: Kept): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(report)}\n`);
  renameSync(`${file}.part`, file);
}

/** @throws Refusal, before anything is compared, if a run could not be saved */
export function demandWritable(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, "");
    rmSync(`${file}.part`);
  } catch (error) {
    throw new Refusal(`The run cannot be kept in ${file}: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** The visits to replay, in batches, for each of the surveys. @throws Refusal if the file is missing */
export async function batchesOf(
  codes: readonly string[],
  { against, file, sessions, seed }: WhatIfOptions,
): Promise<Batch[][]> {
  if (against === "seeded") return codes.map(() => seededBatches({ sessions, seed }));
  if (against === "file") {
    if (!file) throw new Refusal("Name the file of the visits with --file.");
    if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`);
    return codes.map(() => batchesInFile(file));
  }
  const all: Batch[][] = [];
  // If no survey is touched, no store is needed.
  if (codes.length > 0)
    await withStore(async ({ store }) => {
      for (const code of codes) all.push(await storedBatches(store, code));
    });
  return all;
}

export function visitsInWords({ against, sessions, seed, file }: WhatIfOptions): string {
  if (against === "seeded") return `of ${sessions.toLocaleString("en-US")} visits made up with seed ${seed}`;
  return against === "file" ? `visits of ${file}` : "recorded visits";
}
