import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Variant } from "../../machines/variant.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { simulate } from "../../services/analytics/simulation/simulate.ts";
import { Refusal } from "../../services/commands/program.ts";
import type { Store } from "../../services/store/types.ts";

/** A visit that was recorded, or made up; `id` comes after all before it. */
export type Recorded = { id: string; log: readonly LogEntry[] };

/** So many are read from the store at a time. */
const page = 200;

/** Stored visits of a survey, after one that was read before. */
export async function* storedVisits(
  store: Pick<Store, "analytics">,
  variant: string,
  after: string,
): AsyncGenerator<Recorded> {
  for (let last = after; ; ) {
    const visits = await store.analytics.visitsOf(variant, last, page);
    for (const { id, entries } of visits) yield { id, log: entries as unknown as LogEntry[] };
    if (visits.length < page) return;
    last = visits.at(-1)!.id;
  }
}

/** Visits of a file, one `{ "id": …, "log": […] }` in each line. @throws Refusal for a line that is none */
export async function* visitsInFile(file: string, after: string): AsyncGenerator<Recorded> {
  let isPast = after === "";
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number += 1;
    if (line.trim() === "") continue;
    const visit = readLine(line);
    if (!visit) throw new Refusal(`Line ${number} of ${file} is no visit.`);
    if (isPast) yield visit;
    isPast ||= visit.id === after;
  }
}

function readLine(line: string): Recorded | undefined {
  try {
    const { id, log } = JSON.parse(line);
    return typeof id === "string" && Array.isArray(log) ? { id, log } : undefined;
  } catch {
    return undefined;
  }
}

/** The newest day of made-up visits, so that they are the same whenever they are made. */
const until = Date.UTC(2026, 10, 1);

/** Made-up visits, the same for the same seed. */
export async function* seededVisits(
  variant: Required<Variant>,
  { sessions, seed }: { sessions: number; seed: number },
  after: string,
): AsyncGenerator<Recorded> {
  const done = after === "" ? 0 : Number(after.split("-").at(-1));
  let number = 0;
  const day = (at: number) => Math.floor(at / 86_400_000);
  for (const { log } of simulate({ sessions, seed, variant, days: 30, until, day })) {
    number += 1;
    if (number > done) yield { id: `seed-${seed}-${number}`, log };
  }
}
