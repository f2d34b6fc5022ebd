/** A worker thread that compares visits: it gets one job after another, and answers each with a tally. */
import { parentPort, workerData } from "node:worker_threads";
import type { Batch } from "../../../app/features/what-if/report.ts";
import { type Comparison, comparisonOf } from "../../../machines/features/what-if/comparison.ts";
import { addVisit, emptyTally, type Tally } from "../../../machines/features/what-if/tally.ts";
import { type Context, withStore } from "../../../services/commands/with-store.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { visitsIn } from "./visits.ts";
import { type SiteRules, usualRules, worldIn } from "./worlds.ts";

/** The folders to compare. `withStore`: visits are read from the site's store and judged by its settings. */
export type Setup = { before: string; after: string; withStore: boolean };
/** Some visits of a survey. `rules`: digests of its rules on both sides. */
export type Job = { code: string; rules: Record<"before" | "after", string>; batch: Batch };
export type Done = { tally: Tally } | { refused: string };

const { before, after, withStore: isStored } = workerData as Setup;

await (isStored ? withStore(work) : work());

/** Works until it is handed no more jobs. */
async function work({ settings, store }: Partial<Context> = {}): Promise<void> {
  const site: SiteRules = settings ?? usualRules;
  const compared = async ({ code, rules }: Job) => {
    const [was, is] = [
      await worldIn(before, code, site, rules.before),
      await worldIn(after, code, site, rules.after),
    ];
    const comparison = comparisonOf({ before: was.world, after: is.world }, settings ?? {});
    return { code, comparison, variant: was.variant };
  };
  // Jobs come survey by survey, so what was learned about the previous survey is of no more use.
  let current: Awaited<ReturnType<typeof compared>> | undefined;
  const done = async (job: Job): Promise<Done> => {
    if (current?.code !== job.code) current = await compared(job);
    try {
      return { tally: await tallyOf(visitsIn(job.batch, current.variant, store), current.comparison) };
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.message };
      throw error;
    }
  };
  await new Promise<void>((resolve) => {
    parentPort!.on("message", async (job: Job | null) => {
      if (job) return parentPort!.postMessage(await done(job));
      parentPort!.close();
      resolve();
    });
  });
}

async function tallyOf(visits: ReturnType<typeof visitsIn>, comparison: Comparison): Promise<Tally> {
  const tally = emptyTally();
  for await (const visit of visits) {
    try {
      addVisit(tally, comparison, visit);
    } catch {
      tally.failed += 1;
    }
  }
  return tally;
}
