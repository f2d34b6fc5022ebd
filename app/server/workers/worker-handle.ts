import cluster from "node:cluster";
import type { endings, Snapshot } from "../../../services/observe/metrics.ts";
import { type FromWorker, type Ready, type ToWorker, variables } from "./messages.ts";

/** @param code exit code, or the signal that ended it */
export type Ended = { code: string; reason: (typeof endings)[number] };

/** One worker as its supervisor sees it. */
export type WorkerHandle = {
  number: number;
  /** Resolves once it serves; never if it ends before that. */
  ready: Promise<Ready>;
  /** Resolves when it has ended. */
  ended: Promise<Ended>;
  isReady(): boolean;
  livedMs(): number;
  /** @returns its metrics; undefined if it does not answer in time */
  ask(metrics: ToWorker["metrics"], withinMs: number): Promise<Snapshot | undefined>;
  /** Asks it to shut down gracefully. */
  end(): void;
};

/** @param port that others already serve on */
export function startWorker(number: number, port: number | undefined): WorkerHandle {
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
    async ask(metrics, withinMs) {
      const question = ++asked;
      const snapshot = await new Promise<Snapshot | undefined>((resolve) => {
        questions.set(question, resolve);
        setTimeout(resolve, withinMs, undefined).unref();
        worker.send({ metrics, question } satisfies ToWorker);
      });
      questions.delete(question);
      return snapshot;
    },
    end: () => worker.process.kill("SIGTERM"),
  };
}
