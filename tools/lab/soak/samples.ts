import { readdirSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import { residentBytes, workersOf } from "../../../test/support/processes.ts";
import { cpuMsOf } from "../../bench/cpu-time.ts";
import type { Tolerance } from "./envelope.ts";

/** What is read of the site every few seconds. */
export type Sample = Record<Measure, number>;
export type Measure = keyof typeof measures;

const mb = 1_000_000;

/** Each with its unit and with what it may add in half the time; without, it is only shown. */
export const measures = {
  memory: { unit: "MB", per: mb, tolerance: { absolute: 4 * mb, share: 0.05 } },
  heap: { unit: "MB", per: mb, tolerance: { absolute: 3 * mb, share: 0.05 } },
  "open files": { unit: "files", per: 1, tolerance: { absolute: 3, share: 0.05 } },
  "write-ahead log": { unit: "MB", per: mb, tolerance: { absolute: 4 * mb, share: 0.05 } },
  "event loop late, p99": { unit: "ms", per: 0.001, tolerance: { absolute: 0.02, share: 0.2 } },
  "processor time": { unit: "s", per: 1_000, tolerance: undefined },
  database: { unit: "MB", per: mb, tolerance: undefined },
  "load of the machine": { unit: "", per: 1, tolerance: undefined },
} satisfies Record<string, { unit: string; per: number; tolerance: Tolerance | undefined }>;

/**
 * Reads the site from outside and by its metrics, so that looking changes nothing. Where workers serve, all is summed
 * over them and their supervisor, but for the event loop: there the latest counts.
 * @param place the process's id, its metrics' address and how big its store is, in bytes
 */
export async function sample(place: {
  pid: number;
  metrics: string;
  storeSize: () => Promise<{ database: number; log: number }>;
}): Promise<{ read: Sample; memories: number[] }> {
  const text = await (await fetch(place.metrics)).text();
  const { database, log } = await place.storeSize();
  const processes = [place.pid, ...workersOf(place.pid)];
  const memories = processes.map(residentBytes);
  const read = {
    memory: sumOf(memories),
    heap: sumOf(seriesIn(text, "nodejs_heap_size_used_bytes")),
    "open files": sumOf(processes.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
    "write-ahead log": log,
    "event loop late, p99": Math.max(...seriesIn(text, "nodejs_eventloop_lag_p99_seconds")),
    "processor time": sumOf(processes.map(cpuMsOf)),
    database,
    "load of the machine": loadavg()[0]!,
  };
  return { read, memories };
}

/** The values of a metric, one of each worker. @throws when there is none */
export function seriesIn(text: string, name: string): number[] {
  const found = [...text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, "gm"))].map(([, value]) =>
    Number(value),
  );
  if (found.length === 0) throw new Error(`The site's metrics have no ${name}.`);
  return found;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Sizes of an SQLite store; the log is not there between its last reader and its next writer. */
export function sqliteSize(file: string): { database: number; log: number } {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { database: size(file), log: size(`${file}-wal`) };
}
