import { ReadableStream } from "node:stream/web";
import { Worker } from "node:worker_threads";
import { draftsShown } from "../../../machines/rules/drafts.ts";
import type { Answers, Asked, Question, Reply, Source } from "./index-thread.ts";
import type { NumbersStore } from "./tables/numbers.ts";

/** Yields the same parts, but makes the first one at once, so that an early failure rejects here. */
export async function begun<Part>(parts: AsyncGenerator<Part>): Promise<AsyncGenerator<Part>> {
  const first = await parts.next();
  return (async function* all() {
    if (first.done) return;
    yield first.value;
    yield* parts;
  })();
}

/** Reads another thread's stream without empty parts. Throws if the thread ends: a plain read would hang. */
export async function* untilEnd(
  parts: ReadableStream<Uint8Array>,
  ended: Promise<never>,
): AsyncGenerator<Uint8Array> {
  const reader = parts.getReader();
  // No `Promise.race` for each part: `ended` lives on and would keep every part in memory.
  let [failed, giveUp]: [failed: boolean, giveUp: (reason: unknown) => void] = [false, () => {}];
  ended.catch((reason: unknown) => {
    failed = true;
    giveUp(reason);
  });
  try {
    for (;;) {
      const { done, value } = await new Promise<Awaited<ReturnType<typeof reader.read>>>(
        (resolve, reject) => {
          giveUp = reject;
          if (failed) resolve(ended);
          else reader.read().then(resolve, reject);
        },
      );
      if (done) return;
      if (value.length > 0) yield value;
    }
  } finally {
    giveUp = () => {};
    // Not awaited: the other thread may be gone and never confirm.
    reader.cancel().catch(() => {});
  }
}

/** Answers analysts' questions from memory; a visitor's request never waits for it. Each may throw `AnalyticsUnavailable`. */
export type Analytics = Answers & { stop(): Promise<void> };

/** Fewer sessions are loaded in no time, on request. */
const worthWarming = 10_000;

/**
 * Loads the numbers of a site that has many sessions, so that the first page after a start is as quick as the second. It never
 * fails: what cannot be loaded now is loaded with the first question.
 */
export async function warmUp(
  store: Pick<NumbersStore, "lastChange">,
  analytics: Pick<Analytics, "warm">,
): Promise<void> {
  try {
    if ((await store.lastChange()) >= worthWarming) await analytics.warm();
  } catch {
    // The page that asks says why there are no numbers.
  }
}

/** Thrown when the numbers are not available right now; the message says why in plain words. */
export class AnalyticsUnavailable extends Error {
  override name = "AnalyticsUnavailable";
}

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
  const ask = (about: keyof Answers, of: unknown[]) => {
    if (!thread?.lives()) thread = beginThread(source);
    return thread.ask({ about, of });
  };
  const own: Pick<Analytics, "sessions" | "stop"> = {
    async sessions(...of) {
      const parts = (await ask("sessions", of)) as Awaited<ReturnType<Answers["sessions"]>>;
      return ReadableStream.from(untilEnd(parts, thread!.ended));
    },
    async stop() {
      await thread?.end();
    },
  };
  // All other questions are passed to the thread, by their names there.
  return new Proxy(own as Analytics, {
    get: (known, name: keyof Analytics | "then") => {
      // Resolving a promise with it checks whether it is a promise itself.
      if (name === "then") return undefined;
      return known[name] ?? ((...of: unknown[]) => ask(name as keyof Answers, of));
    },
  });
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
  const thread = new Worker(new URL("./index-thread.ts", import.meta.url), {
    workerData: { ...source, drafts: [...draftsShown] },
  });
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
