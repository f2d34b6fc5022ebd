import cluster from "node:cluster";
import type { endings, Scope, Snapshot } from "../../../services/observe/metrics.ts";

/** Messages between a worker and its supervisor. */
export type ToWorker = { metrics: Scope; question: number };
export type FromWorker = { ready: Ready } | { snapshot: Snapshot; question: number };

/** Sent once a worker serves. */
type Ready = { port: number; welcome: string };

/** Environment variables that give a worker its number and the port that others already serve on. */
export const variables = { number: "CLAIMPATH_WORKER", port: "CLAIMPATH_WORKER_PORT" } as const;

/** @param code exit code, or the signal that ended it */
export type Ended = { code: string; reason: (typeof endings)[number] };

export type WorkerHandle = ReturnType<typeof startWorker>;

/** One worker as its supervisor sees it. @param port that others already serve on */
export function startWorker(number: number, port: number | undefined) {
  const worker = cluster.fork({
    [variables.number]: String(number),
    [variables.port]: port === undefined ? "" : String(port),
  });
  const began = performance.now();
  const questions = new Map<number, (snapshot: Snapshot) => void>();
  let asked = 0;
  let isReady = false;
  // A message that cannot be sent because the worker has ended is simply lost.
  worker.on("error", () => {});
  /** Resolves once it serves; never if it ends before that. */
  const ready = new Promise<Ready>((resolve) => {
    worker.on("message", (message: FromWorker) => {
      if ("snapshot" in message) return questions.get(message.question)?.(message.snapshot);
      isReady = true;
      resolve(message.ready);
    });
  });
  const ended = new Promise<Ended>((resolve) => {
    worker.on("exit", (code, signal) => {
      const reason = signal ? "signal" : code === 0 ? "exit" : "failure";
      resolve({ code: signal ?? String(code), reason });
    });
  });
  return {
    number,
    ready,
    ended,
    isReady: () => isReady,
    livedMs: () => performance.now() - began,
    /** @returns its metrics; undefined if it does not answer in time */
    async ask(metrics: ToWorker["metrics"], withinMs: number): Promise<Snapshot | undefined> {
      const question = ++asked;
      const snapshot = await new Promise<Snapshot | undefined>((resolve) => {
        questions.set(question, resolve);
        setTimeout(resolve, withinMs, undefined).unref();
        worker.send({ metrics, question } satisfies ToWorker);
      });
      questions.delete(question);
      return snapshot;
    },
    /** Asks it to shut down gracefully. */
    end: () => worker.process.kill("SIGTERM"),
  };
}
