import type { Answers } from "../../../machines/answers.ts";
import type { Outcome } from "../../../machines/calls.ts";
import type { CompensationEstimate } from "../../../machines/rules/compensation.ts";
import type { ClientReport } from "../../../machines/site/page-scripts.ts";
import { post } from "../../proof-of-work/post.ts";

/** One thing the visitor did, as the server wants to hear it. */
export type QueuedEntry =
  | { answer: { step: string; fields: Record<string, string>; at: number } }
  | { back: string }
  /** What the form's own rules refused here; only counted. */
  | { refused: { step: string; fields: string[]; at: number } };

/** Where the server then is, and what the services said to the newest answer. */
export type ServerReply = {
  step?: string;
  outcomes?: Outcome[];
  location?: string;
  /** What questions not yet answered are to show. */
  drafts?: Record<string, Answers>;
  /** The newest compensation estimate. */
  compensation?: CompensationEstimate;
};

/** Says which visit a post belongs to. */
export type VisitFacts = {
  path: string;
  visit: string;
  timeZone: string;
  query: Record<string, string>;
  /** What the page's scripts have found out by now. */
  reported?: ClientReport;
};

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** Longer than the server ever takes to answer. */
const patienceMs = 40_000;
const mostNotes = 10;

/**
 * The progress save (spec 7): answers go to the server in order, one post at a time, are sent
 * again until it has them, survive a reload, and leave with the page. Answers that were typed are kept
 * in memory only; a browser's storage is no place for a name or a number.
 */
export function progressQueue(options: {
  facts: VisitFacts;
  /** Where unsent choices survive a reload. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The server refuses what the browser believes: the page has to be loaded again. */
  onRefused: () => void;
  /** The server's word on what was sent. */
  onReply: (word: ServerReply) => void;
  /** Posts fail (true) or get through again (false). */
  onTrouble: (trouble: boolean) => void;
  /** What these entries have to wait for; undefined for nothing. */
  waitFor: (entries: QueuedEntry[]) => Promise<unknown> | undefined;
}) {
  const { facts, storage, onRefused, onReply, onTrouble, waitFor } = options;
  const key = `claimpath:${facts.path}`;
  let waiting: QueuedEntry[] = [];
  let underWay: Promise<ServerReply> | null = null;
  let retryNow: () => void = () => {};
  let untouched = true;

  const keep = () => {
    const choices = waiting.filter(isChoice);
    if (choices.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(choices));
  };

  async function send(): Promise<ServerReply> {
    let word: ServerReply = {};
    for (let waitMs = firstWaitMs; waiting.length > 0; ) {
      await waitFor(waiting);
      const batch = [...waiting];
      const response = await postJson("/api/progress", { ...facts, entries: batch }).catch(() => null);
      if (response?.ok) {
        word = (await response.json()) as ServerReply;
        onReply(word);
        waiting = waiting.slice(batch.length);
        keep();
        onTrouble(false);
        waitMs = firstWaitMs;
      } else if (response && response.status < 500 && response.status !== 429) {
        waiting = [];
        keep();
        onRefused();
        return new Promise(() => {});
      } else {
        onTrouble(true);
        await new Promise<void>((resolve) => {
          retryNow = resolve;
          setTimeout(resolve, waitMs);
        });
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    }
    return word;
  }

  return {
    /** Takes one entry and sends it; resolves with the server's word once it has everything up to here. */
    add(entry: QueuedEntry): Promise<ServerReply> {
      waiting.push(entry);
      untouched = false;
      keep();
      return this.flush();
    },
    /** Takes what is to go with the next post; of very many the first. */
    note(entry: QueuedEntry): void {
      if (waiting.length < mostNotes) waiting.push(entry);
    },
    /** Sends what is waiting; joins a post that is under way. */
    flush(): Promise<ServerReply> {
      underWay ??= send().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    /** True while the visitor has answered nothing on this page. */
    isUntouched: () => untouched,
    /** Tries again at once instead of after the wait. */
    retryNow: () => retryNow(),
    /** Sends what is left while the page goes away. */
    flushWithBeacon() {
      if (waiting.length === 0) return;
      const body = JSON.stringify({ ...facts, entries: waiting });
      navigator.sendBeacon("/api/progress", new Blob([body], { type: "application/json" }));
    },
    /**
     * Takes up choices that a reload interrupted, but for those the server has by now.
     * @returns true when there were some
     */
    restore(isKnown: (step: string, option: string) => boolean): boolean {
      const kept = JSON.parse(storage.getItem(key) ?? "[]") as QueuedEntry[];
      const unknown = kept.filter(
        (entry) => !("answer" in entry && isKnown(entry.answer.step, entry.answer.fields.option ?? "")),
      );
      if (!unknown.some((entry) => "answer" in entry)) {
        storage.removeItem(key);
        return false;
      }
      waiting = [...unknown, ...waiting];
      return true;
    },
  };
}

export type ProgressQueue = ReturnType<typeof progressQueue>;

/** A JSON post to our own server. */
export function postJson(address: string, body: unknown, init?: RequestInit): Promise<Response> {
  return post(address, {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    // Browsers of before 2022 do not know it, and wait.
    signal: AbortSignal.timeout?.(patienceMs),
    ...init,
  });
}

function isChoice(entry: QueuedEntry): boolean {
  return "answer" in entry ? "option" in entry.answer.fields : "back" in entry;
}
