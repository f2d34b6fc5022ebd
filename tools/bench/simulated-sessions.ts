import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { variants } from "../../machines/registry.ts";
import { simulate } from "../../services/analytics/simulation/simulate.ts";
import { dayCounter, dayNumber } from "../../services/calendar/days.ts";
import { silentLog } from "../../services/observe/log.ts";
import type { AnalyticsSession } from "../../services/store/rows.ts";
import { openStore, type Store } from "../../services/store/store.ts";

export const simulatedVariant = variants.get("v4nv")!;
const until = dayNumber("2026-11-21") * 86_400_000;
const batch = 2_000;

/** The SQLite file of a million simulated sessions. Made once, which takes minutes; remove it to make it again. */
export async function aMillionSessions(): Promise<string> {
  const sessions = 1_000_000;
  const file = resolve(`test/output/analytics-${sessions}.db`);
  if (existsSync(file)) return file;
  console.log(`A million sessions are made in ${file}, which takes some ten minutes.`);
  mkdirSync(dirname(file), { recursive: true });
  // Under another name until it is whole: somebody may stop it.
  const unfinished = `${file}.${process.pid}`;
  await simulateSessions(unfinished, sessions);
  renameSync(unfinished, file);
  return file;
}

/** Fills a new SQLite file with simulated sessions, the same ones each time. */
export async function simulateSessions(file: string, sessions: number): Promise<void> {
  const store = await openStore({ url: `file:${file}`, now: Date.now, log: silentLog });
  await addSessions(store, simulated(sessions));
  await store.close();
}

function* simulated(sessions: number): Generator<AnalyticsSession> {
  const day = dayCounter("America/New_York");
  const simulation = { sessions, seed: 1, variant: simulatedVariant, days: 30, until, day };
  for (const { session } of simulate(simulation)) yield session;
}

export async function addSessions(
  store: Store,
  all: Iterable<AnalyticsSession> | AsyncIterable<AnalyticsSession>,
): Promise<void> {
  let waiting: AnalyticsSession[] = [];
  for await (const session of all) {
    if (waiting.push(session) < batch) continue;
    await store.analytics.add(waiting);
    waiting = [];
  }
  await store.analytics.add(waiting);
}
