import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Batch } from "../../app/graphs/what-if/report.ts";
import { Refusal } from "../../services/commands/program.ts";
import type { Done, Task } from "./thread.ts";

/** More threads than this want more memory than they save time. */
const mostThreads = 8;

/**
 * Has batches compared by a thread for each processor.
 * @param isStopped asked before each batch
 * @returns what the batches come to, in their order
 * @throws Refusal where a batch cannot be read
 */
export async function* compared(
  task: Task,
  batches: readonly Batch[],
  isStopped: () => boolean,
): AsyncGenerator<Extract<Done, { tally: unknown }>> {
  const count = Math.min(batches.length, availableParallelism(), mostThreads);
  const threads = Array.from(
    { length: count },
    () => new Worker(new URL("./thread.ts", import.meta.url), { workerData: task }),
  );
  const ends = new Map(threads.map((thread) => [thread, endOf(thread)]));
  const under: Promise<Done>[] = [];
  let next = 0;
  const give = (thread: Worker) => {
    const batch = isStopped() ? undefined : batches[next++];
    if (!batch) return thread.postMessage(null);
    thread.postMessage(batch);
    const done = Promise.race([once(thread, "message").then(([said]) => said as Done), ends.get(thread)!]);
    // The failure is reported where this batch is waited for.
    done.catch(() => {});
    under.push(done);
    void done.then(() => give(thread)).catch(() => {});
  };
  try {
    threads.forEach(give);
    for (let done = under.shift(); done; done = under.shift()) {
      const said = await done;
      if ("refused" in said) throw new Refusal(said.refused);
      yield said;
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** Fails once a thread has ended: whatever it was still to count is not counted. */
function endOf(thread: Worker): Promise<never> {
  const end = once(thread, "exit").then(() => {
    throw new Refusal("A thread ended before its visits were counted. The same with --resume goes on.");
  });
  end.catch(() => {});
  return end;
}
