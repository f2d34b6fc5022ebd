/** One of the threads that compare visits: is handed batches, and hands back what each comes to. */
import { parentPort, workerData } from "node:worker_threads";
import type { Batch } from "../../app/graphs/what-if/report.ts";
import { comparisonOf } from "../../machines/what-if/comparison.ts";
import { addVisit, emptyTally, type Tally } from "../../machines/what-if/tally.ts";
import { Refusal } from "../../services/commands/program.ts";
import { type Context, withStore } from "../../services/commands/with-store.ts";
import { type SiteRules, usualRules } from "./rules-of.ts";
import { visitsIn } from "./visits.ts";
import { worldAt } from "./worlds.ts";

/** What is compared. `withStore`: visits are in the site's store, and judged by its settings. */
export type Task = { code: string; from: string; revision: string | undefined; withStore: boolean };
export type Done = { tally: Tally } | { refused: string };

const { code, from, revision, withStore: isStored } = workerData as Task;

await (isStored ? withStore(compare) : compare());

/** Until nothing more is handed over. */
async function compare(context?: Context): Promise<void> {
  const { settings, store } = context ?? {};
  const rules = (settings as SiteRules | undefined) ?? usualRules;
  const before = await worldAt(code, from, rules);
  const after = await worldAt(code, revision, rules);
  const comparison = comparisonOf({ before: before.world, after: after.world }, settings ?? {});
  const talliedOf = async (batch: Batch): Promise<Done> => {
    const tally = emptyTally();
    try {
      for await (const visit of visitsIn(batch, before.variant, store)) {
        try {
          addVisit(tally, comparison, visit);
        } catch {
          tally.failed += 1;
        }
      }
      return { tally };
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.message };
      throw error;
    }
  };
  await new Promise<void>((resolve) => {
    parentPort!.on("message", async (batch: Batch | null) => {
      if (batch) return parentPort!.postMessage(await talliedOf(batch));
      parentPort!.close();
      resolve();
    });
  });
}
