import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Tally } from "../../machines/what-if/tally.ts";
import { Refusal } from "../../services/operations/refusal.ts";
import type { Done, Job, Setup } from "./comparing-thread.ts";

/** More threads than this cost more memory than they save time. */
const maxThreads = 8;

/**
 * Hands jobs to worker threads, one for each processor.
 * @param isStopped asked before each job
 * @returns the tallies of the jobs, in their order
 * @throws Refusal if visits cannot be read
 */
export async function* talliesOf(
  setup: Setup,
  jobs: readonly Job[],
  isStopped: () => boolean,
): AsyncGenerator<Tally> {
  const count = Math.min(jobs.length, availableParallelism(), maxThreads);
  const threads = Array.from(
    { length: count },
    () => new Worker(new URL("./comparing-thread.ts", import.meta.url), { workerData: setup }),
  );
  const exits = new Map(threads.map((thread) => [thread, exitOf(thread)]));
  const pending: Promise<Done>[] = [];
  let next = 0;
  const give = (thread: Worker) => {
    const job = isStopped() ? undefined : jobs[next++];
    if (!job) return thread.postMessage(null);
    thread.postMessage(job);
    const done = Promise.race([once(thread, "message").then(([reply]) => reply as Done), exits.get(thread)!]);
    // A failure is reported where this job is waited for.
    done.catch(() => {});
    pending.push(done);
    void done.then(() => give(thread)).catch(() => {});
  };
  try {
    threads.forEach(give);
    for (let job = pending.shift(); job; job = pending.shift()) {
      const done = await job;
      if ("refused" in done) throw new Refusal(done.refused);
      yield done.tally;
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** Rejects once a thread has ended, so that nobody waits for a job that it did not finish. */
function exitOf(thread: Worker): Promise<never> {
  const exit = once(thread, "exit").then(() => {
    throw new Refusal("A thread ended before its visits were counted. The same with --resume goes on.");
  });
  exit.catch(() => {});
  return exit;
}
