import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Batch, Report } from "../../../app/features/what-if/report.ts";
import { emptyTally, type RecordedVisit } from "../../../machines/features/what-if/tally.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { isSame } from "../../../machines/visit/replay.ts";
import { withStore } from "../../../services/commands/with-store.ts";
import { simulate, stepperFor } from "../../../services/features/numbers/simulation/simulate.ts";
import type { WhatIfOptions } from "../../../services/features/what-if/command.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { timeOf, uuid7 } from "../../../services/store/engine/uuid7.ts";
import type { Store } from "../../../services/store/store.ts";

/** Visits read from the store at a time, and slices of time that it is divided into. */
const [page, slices] = [200, 400];

/** Sorts after every id. */
const last = "~";

/** A survey's visits in the store up to now, in slices of time, which ids begin with. */
export async function storedBatches(store: Pick<Store, "analytics">, variant: string): Promise<Batch[]> {
  const [first] = await store.analytics.visitsOf(variant, "", 1);
  if (!first) return [];
  const [from, to] = [timeOf(first.id), Date.now()];
  const ends = Array.from({ length: slices }, (_, index) =>
    index === slices - 1 ? last : uuid7(Math.floor(from + ((to - from) * (index + 1)) / slices)),
  );
  return ends.map((until, index) => ({ of: "store", after: ends[index - 1] ?? "", until }));
}

/**
 * @param file with one `{ "id": …, "log": […] }` in each line
 * @param bytes approximate size of a batch
 */
export function batchesInFile(file: string, bytes = 4_000_000): Batch[] {
  const { size } = statSync(file);
  return Array.from({ length: Math.ceil(size / bytes) }, (_, index) => ({
    of: "file",
    file,
    from: index * bytes,
    to: Math.min(size, (index + 1) * bytes),
  }));
}

/** Made-up visits in a batch. */
const made = 1_000;

function seededBatches({ sessions, seed }: { sessions: number; seed: number }): Batch[] {
  return Array.from({ length: Math.ceil(sessions / made) }, (_, index) => ({
    of: "seed",
    seed,
    first: index * made + 1,
    count: Math.min(made, sessions - index * made),
  }));
}

/** The visits of a batch, in order. @param store needed for a batch of the store */
export function visitsIn(
  batch: Batch,
  variant: Required<Variant>,
  store?: Pick<Store, "analytics">,
): AsyncIterable<RecordedVisit> {
  if (batch.of === "store") return storedVisits(store!, variant.code, batch);
  return batch.of === "file" ? linesOf(batch) : seededVisits(variant, batch);
}

async function* storedVisits(
  store: Pick<Store, "analytics">,
  variant: string,
  { after, until }: Extract<Batch, { of: "store" }>,
): AsyncGenerator<RecordedVisit> {
  for (let newest = after; ; ) {
    const visits = await store.analytics.visitsOf(variant, newest, page);
    for (const { id, entries, lead } of visits) {
      if (id > until) return;
      yield { id, log: entries as unknown as LogEntry[], isLead: lead !== null };
    }
    if (visits.length < page) return;
    newest = visits.at(-1)!.id;
  }
}

/** A line belongs to the batch that its first byte is in. @throws Refusal for a line that is not a visit */
async function* linesOf({ file, from, to }: Extract<Batch, { of: "file" }>): AsyncGenerator<RecordedVisit> {
  // From the byte before, to see whether a line begins here.
  for await (const { begins, line } of linesFrom(file, Math.max(0, from - 1))) {
    if (begins >= to) return;
    if (begins < from || line.trim() === "") continue;
    const visit = readLine(line);
    if (!visit) throw new Refusal(`The line of ${file} at byte ${begins} is no visit.`);
    yield visit;
  }
}

/** The lines from a byte on, each with its first byte. Read as Latin-1, in which every byte is one character. */
async function* linesFrom(file: string, start: number): AsyncGenerator<{ begins: number; line: string }> {
  let [begins, rest] = [start, ""];
  const decoded = (line: string) => Buffer.from(line, "latin1").toString();
  for await (const chunk of createReadStream(file, { start, encoding: "latin1" })) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      yield { begins, line: decoded(line) };
      begins += line.length + 1;
    }
  }
  yield { begins, line: decoded(rest) };
}

function readLine(line: string): RecordedVisit | undefined {
  try {
    const { id, log } = JSON.parse(line);
    return typeof id === "string" && Array.isArray(log) ? { id, log } : undefined;
  } catch {
    return undefined;
  }
}

/** Made-up visits end before this day, so that they are the same whenever they are made. */
const until = Date.UTC(2026, 10, 1);

const steppers = new WeakMap<Required<Variant>, ReturnType<typeof stepperFor>>();

/** Made-up visits, the same for the same seed. Each batch derives a seed of its own. */
async function* seededVisits(
  variant: Required<Variant>,
  { seed, first, count }: Extract<Batch, { of: "seed" }>,
): AsyncGenerator<RecordedVisit> {
  let number = first;
  const day = (at: number) => Math.floor(at / 86_400_000);
  const own = seed * 1_000_003 + first;
  const stepper = steppers.get(variant) ?? stepperFor(variant);
  steppers.set(variant, stepper);
  for (const { log } of simulate({ sessions: count, seed: own, variant, days: 30, until, day, stepper })) {
    yield { id: `seed-${seed}-${number}`, log };
    number += 1;
  }
}

/** A run and the file that it is kept in. */
export type Kept = { file: string; report: Report };

/** The subject of a run; it may be resumed only with the same one. */
export type About = Pick<Report, "code" | "before" | "after" | "visitsOf" | "fingerprint">;

/** Reads the run to resume. @throws Refusal if the file has a run of another comparison, or no run */
export function resumed(file: string, about: About): Report {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Refusal(`${file} is not a run of what-if; without --resume a new one replaces it.`);
  }
  // A run of an earlier release left no visit out.
  const tally = { ...emptyTally(), ...report.tally };
  if (isSame({ ...report, ...about }, report)) return { ...report, tally };
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
