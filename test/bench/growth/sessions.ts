import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { variants } from "../../../machines/registry.ts";
import { analyticsOf } from "../../../services/analytics/client.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import type { AnalyticsSession } from "../../../services/store/analytics-types.ts";
import type { Figure } from "../figure.ts";
import { openLeads } from "./leads.ts";
import { curve, type Point } from "./points.ts";

/** A million are the benchmark `analytics`. */
const sizes = [1_000, 10_000, 100_000];
const rounds = 5;
const batch = 2_000;
const until = Date.UTC(2026, 10, 21);

/** What analysts wait for with so many sessions: the first answer, which loads them, and any other. */
export async function growthOfSessions(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-growth-"));
  const first: Point[] = [];
  const others: Point[] = [];
  try {
    for (const size of sizes) {
      const file = join(folder, `${size}.db`);
      await fill(file, size);
      const numbers = analyticsOf(`file:${file}`);
      const ask = async () => {
        const began = performance.now();
        await numbers.query({ variant: "v4nv", data: "simulated" });
        return performance.now() - began;
      };
      first.push({ size, values: [await ask()] });
      const values: number[] = [];
      for (let round = 0; round < rounds; round++) values.push(await ask());
      others.push({ size, values });
      await numbers.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return [
    ...curve("first answer to an analyst", "ms", "sessions", first),
    ...curve("every other answer", "ms", "sessions", others),
  ];
}

async function fill(file: string, sessions: number): Promise<void> {
  const store = await openLeads(file);
  const day = dayCounter("America/New_York");
  const variant = variants.get("v4nv")!;
  let waiting: AnalyticsSession[] = [];
  for (const { session } of simulate({ sessions, seed: 1, variant, days: 30, until, day })) {
    if (waiting.push(session) < batch) continue;
    await store.analytics.add(waiting);
    waiting = [];
  }
  await store.analytics.add(waiting);
  await store.close();
}
