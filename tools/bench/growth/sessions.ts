import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyticsOf } from "../../../services/analytics/client.ts";
import { Curves, type Figure } from "../figure.ts";
import { aMillionSessions, simulatedVariant, simulateSessions } from "../simulated-sessions.ts";

const sizes = [1_000, 10_000, 100_000];
const rounds = 5;

/** What analysts wait for with so many sessions: the first answer, which loads them, and any other. */
export async function growthOfSessions(): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-growth-"));
  const files = new Map(sizes.map((size) => [size, join(folder.path, `${size}.db`)]));
  for (const [size, file] of files) await simulateSessions(file, size);
  files.set(1_000_000, await aMillionSessions());
  const curves = new Curves();
  for (const [size, file] of files) {
    const numbers = analyticsOf(`file:${file}`);
    const ask = async (name: string) => {
      const began = performance.now();
      await numbers.query({ variant: simulatedVariant.code, data: "simulated" });
      curves.note(`${name}, ms`, size, performance.now() - began);
    };
    await ask("first answer to an analyst");
    for (let round = 0; round < rounds; round++) await ask("every other answer");
    await numbers.stop();
  }
  return curves.figures("sessions");
}
