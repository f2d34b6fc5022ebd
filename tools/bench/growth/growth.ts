import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyticsOf } from "../../../services/analytics/client.ts";
import { Curves, type Figure, type Report } from "../report.ts";
import { aMillionSessions, simulatedVariant, simulateSessions } from "../simulated-sessions.ts";
import { growthOfAnswers, growthOfVariants } from "./charts.ts";
import { growthOfBacklog, growthOfLeads } from "./leads.ts";
import { growthOfBuiltVariants, growthOfRoutes, growthOfSettings } from "./sites.ts";

const about =
  "The ratio is the power of the size by which a cost grows since the point before: n^0 is flat, n^1 linear.";
const toAMillion = [1_000, 10_000, 100_000, 1_000_000];

/** How costs grow with what there is more of. */
export async function growth(): Promise<Report> {
  const figures = [
    ...(await growthOfVariants()),
    ...growthOfAnswers(),
    ...(await growthOfRoutes()),
    ...(await growthOfSettings()),
    ...(await growthOfLeads(toAMillion)),
    ...(await growthOfBacklog(toAMillion)),
    ...(await growthOfSessions()),
  ];
  return { benchmark: "growth", about, figures };
}

/** What more variants cost a site that is built with them: a build for each number of them. */
export async function growthOfBuilds(): Promise<Report> {
  return { benchmark: "growth-built", about, figures: await growthOfBuiltVariants() };
}

/** What analysts wait for with so many sessions: the first answer, which loads them, and any other. */
async function growthOfSessions(): Promise<Figure[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-growth-"));
  const files = new Map([1_000, 10_000, 100_000].map((size) => [size, join(folder.path, `${size}.db`)]));
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
    for (let round = 0; round < 5; round++) await ask("every other answer");
    await numbers.stop();
  }
  return curves.figures("sessions");
}
