import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyticsOf } from "../../../services/analytics/client.ts";
import type { Figure } from "../figure.ts";
import { aMillionSessions, simulatedVariant, simulateSessions } from "../simulated-sessions.ts";
import { curve, type Point } from "./points.ts";

const sizes = [1_000, 10_000, 100_000];
const rounds = 5;

/** What analysts wait for with so many sessions: the first answer, which loads them, and any other. */
export async function growthOfSessions(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-growth-"));
  const first: Point[] = [];
  const others: Point[] = [];
  try {
    const files = new Map(sizes.map((size) => [size, join(folder, `${size}.db`)]));
    for (const [size, file] of files) await simulateSessions(file, size);
    files.set(1_000_000, await aMillionSessions());
    for (const [size, file] of files) {
      const numbers = analyticsOf(`file:${file}`);
      const ask = async () => {
        const began = performance.now();
        await numbers.query({ variant: simulatedVariant.code, data: "simulated" });
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
