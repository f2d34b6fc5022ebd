import { createReadStream, statSync } from "node:fs";
import type { Batch } from "../../app/graphs/what-if/report.ts";
import type { Variant } from "../../machines/variant.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { simulate, stepperFor } from "../../services/analytics/simulation/simulate.ts";
import { Refusal } from "../../services/operations/refusal.ts";
import { timeOf, uuid7 } from "../../services/store/engine/uuid7.ts";
import type { Store } from "../../services/store/store.ts";

/** A recorded visit, or a made-up one. */
export type Recorded = { id: string; log: readonly LogEntry[] };

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

export function seededBatches({ sessions, seed }: { sessions: number; seed: number }): Batch[] {
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
): AsyncIterable<Recorded> {
  if (batch.of === "store") return storedVisits(store!, variant.code, batch);
  return batch.of === "file" ? linesOf(batch) : seededVisits(variant, batch);
}

async function* storedVisits(
  store: Pick<Store, "analytics">,
  variant: string,
  { after, until }: Extract<Batch, { of: "store" }>,
): AsyncGenerator<Recorded> {
  for (let newest = after; ; ) {
    const visits = await store.analytics.visitsOf(variant, newest, page);
    for (const { id, entries } of visits) {
      if (id > until) return;
      yield { id, log: entries as unknown as LogEntry[] };
    }
    if (visits.length < page) return;
    newest = visits.at(-1)!.id;
  }
}

/** A line belongs to the batch that its first byte is in. @throws Refusal for a line that is not a visit */
async function* linesOf({ file, from, to }: Extract<Batch, { of: "file" }>): AsyncGenerator<Recorded> {
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

function readLine(line: string): Recorded | undefined {
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
): AsyncGenerator<Recorded> {
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
