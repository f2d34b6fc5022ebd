import cluster from "node:cluster";
import type { endings } from "../../../services/metrics/metrics.ts";
import { type FromWorker, type Ready, type ToWorker, variables } from "./messages.ts";

/** @param code exit code, or the signal that ended it */
export type Ended = { code: string; reason: (typeof endings)[number] };

/** One worker as its supervisor sees it. */
export type Member = {
  number: number;
  /** Settles once it serves; never when it ends before. */
  ready: Promise<Ready>;
  /** Settles when it has ended. */
  ended: Promise<Ended>;
  isReady(): boolean;
  livedMs(): number;
  /** @returns its metrics; undefined when it does not say in time */
  ask(metrics: ToWorker["metrics"], withinMs: number): Promise<string | undefined>;
  /** Tells it to stop in order. */
  end(): void;
};

/** @param port that others serve on already */
export function startMember(number: number, port: number | undefined): Member {
  const worker = cluster.fork({
    [variables.number]: String(number),
    [variables.port]: port === undefined ? "" : String(port),
  });
  const began = performance.now();
  const questions = new Map<number, (text: string) => void>();
  let asked = 0;
  let isReady = false;
  // A message that meets its end is not worth more than that.
  worker.on("error", () => {});
  const ready = new Promise<Ready>((resolve) => {
    worker.on("message", (said: FromWorker) => {
      if ("text" in said) return questions.get(said.question)?.(said.text);
      isReady = true;
      resolve(said.ready);
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
      const text = await new Promise<string | undefined>((resolve) => {
        questions.set(question, resolve);
        setTimeout(resolve, withinMs, undefined).unref();
        worker.send({ metrics, question } satisfies ToWorker);
      });
      questions.delete(question);
      return text;
    },
    end: () => worker.process.kill("SIGTERM"),
  };
}
