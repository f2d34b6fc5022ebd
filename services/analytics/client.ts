import { ReadableStream } from "node:stream/web";
import { Worker } from "node:worker_threads";
import type { Report } from "../experiments/types.ts";
import { type Analytics, AnalyticsUnavailable } from "./analytics.ts";
import type { Breakdown } from "./breakdown.ts";
import type { ExperimentNumbers } from "./experiment-numbers.ts";
import type { Asked, Question, Reply, Source } from "./index-thread.ts";
import type { SourceOutcomes } from "./outcomes.ts";
import type { Overview } from "./overview.ts";
import type { Outage, Series } from "./series.ts";
import { untilEnd } from "./streams.ts";
import type { Compared, Numbers } from "./types.ts";
import type { Beside, VisitList } from "./visit-list.ts";

type Waiting = { resolve(reply: unknown): void; reject(error: Error): void };

/**
 * The analysts' numbers, from a worker thread that starts with the first question, and again if it has died.
 * @param url of the store
 * @param replicaUrl of a replica to read instead
 * @param maxSessions how many sessions to hold in memory, the newest; all by default
 */
export function analyticsOf(url: string, replicaUrl?: string, maxSessions?: number): Analytics {
  const source = { url: replicaUrl ?? url, isReplica: replicaUrl !== undefined, maxSessions };
  let thread: ReturnType<typeof beginThread> | undefined;
  const ask = <Answer>(question: Question): Promise<Answer> => {
    if (!thread?.lives()) thread = beginThread(source);
    return thread.ask(question) as Promise<Answer>;
  };
  return {
    query: (...of) => ask<Numbers>({ about: "query", of }),
    outcomes: (...of) => ask<SourceOutcomes | null>({ about: "outcomes", of }),
    breakdown: (...of) => ask<Breakdown>({ about: "breakdown", of }),
    series: (...of) => ask<Series>({ about: "series", of }),
    outages: (...of) => ask<Outage[]>({ about: "outages", of }),
    overview: (...of) => ask<Overview>({ about: "overview", of }),
    experiment: (...of) => ask<ExperimentNumbers>({ about: "experiment", of }),
    report: (...of) => ask<Report>({ about: "report", of }),
    compare: (...of) => ask<Compared>({ about: "compare", of }),
    visits: (...of) => ask<VisitList>({ about: "visits", of }),
    beside: (...of) => ask<Beside>({ about: "beside", of }),
    async sessions(...of) {
      const parts = await ask<ReadableStream<Uint8Array>>({ about: "sessions", of });
      return ReadableStream.from(untilEnd(parts, thread!.ended));
    },
    async stop() {
      await thread?.end();
    },
  };
}

function beginThread(source: Source) {
  const from = source.isReplica ? "replica" : "store";
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let lives = true;
  let tellEnd: (reason: Error) => void = () => {};
  const end = new Promise<never>((_, reject) => {
    tellEnd = reject;
  });
  end.catch(() => {});
  const thread = new Worker(new URL("./index-thread.ts", import.meta.url), { workerData: source });
  // An idle thread must not keep the process alive.
  thread.unref();
  const ended = (cause?: unknown) => {
    lives = false;
    const reason = new AnalyticsUnavailable("The numbers cannot be made right now.", { cause });
    for (const { reject } of waiting.values()) reject(reason);
    tellEnd(reason);
    waiting.clear();
  };
  thread.on("error", ended);
  thread.on("exit", () => ended());
  thread.on("message", (said: Reply) => {
    const { resolve, reject } = waiting.get(said.number)!;
    waiting.delete(said.number);
    if (waiting.size === 0) thread.unref();
    if ("reply" in said) resolve(said.reply);
    else
      reject(
        new AnalyticsUnavailable(`The numbers cannot be read from the ${from} right now.`, {
          cause: said.failed,
        }),
      );
  });
  return {
    lives: () => lives,
    /** Rejects when the thread ends. */
    ended: end,
    ask: (question: Question) =>
      new Promise<unknown>((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        thread.ref();
        thread.postMessage({ ...question, number: asked } satisfies Asked);
      }),
    end: () => thread.terminate(),
  };
}
