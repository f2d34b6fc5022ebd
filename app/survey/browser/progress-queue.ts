import type { Outcome } from "../../../machines/context/calls.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import type { CompensationEstimate } from "../../../machines/rules/compensation.ts";
import type { ClientReport, Reported } from "../../../machines/site/page-scripts.ts";
import { post as proven } from "../../proof-of-work/post.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import { afterPaint } from "./after-paint.ts";

/** A visitor's action, as the server receives it. */
export type QueuedEntry =
  | { answer: { step: string; fields: Record<string, string>; at: number; until?: string } }
  | { back: string }
  /** What the form's own rules refused here; only counted. */
  | { refused: { step: string; fields: string[]; at: number } };

/** The visit's place in the server's log, and the services' outcomes for the newest answer. */
export type ServerReply = {
  step?: string;
  outcomes?: Outcome[];
  location?: string;
  /** What unanswered questions are to show. */
  drafts?: Record<string, Answers>;
  compensation?: CompensationEstimate;
  /** Identifies the visit that these answers have begun; `click`: its id, where the server has assigned one. */
  visit?: VisitNames & { click?: string };
};

type VisitNames = NonNullable<SurveyPageData["visit"]>;

/** The common part of a page's posts: their visit, and what the page's scripts have found out so far. */
export type VisitFacts = {
  path: string;
  /** Sealed; a visit that has not begun has none, and begins with the page's own knowledge of its first view. */
  visit?: string;
  first?: { at: number; referer: string };
  timeZone: string;
  query: Record<string, string>;
  reported?: Reported;
};

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** Longer than the server ever takes to answer. */
const answerTimeoutMs = 40_000;
const mostNotes = 10;

/** Posts the form on screen in place of a failing post. @returns whether that is under way */
export const byForm = (waiting?: object[]) =>
  import("./blocked.ts").then(
    ({ postByForm }) => postByForm(waiting),
    () => false,
  );

/**
 * The progress save (spec 7): answers go to the server in order, one post at a time, are sent
 * again until it has them, survive a reload, and leave with the page. Answers that were typed wait in memory only: their
 * form has them again after a reload (use-survey.ts).
 */
export function progressQueue(options: {
  /** What is known of the visit when the page opens. */
  facts: VisitFacts;
  visit: SurveyPageData["visit"];
  /** The server has answers from it. */
  isStored: boolean;
  /** Where unsent choices survive a reload. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The server refuses what the browser believes: the page has to be loaded again. */
  onRefused: () => void;
  onReply: (reply: ServerReply) => void;
  /** Posts fail (true) or get through again (false). */
  onTrouble: (trouble: boolean) => void;
  /** A click was registered: the page's address has another query. */
  onQuery: (query: VisitFacts["query"]) => void;
}) {
  const { storage, onRefused, onReply, onTrouble, onQuery } = options;
  let { facts, visit, isStored } = options;
  const key = `claimpath:${facts.path}`;
  let waiting: QueuedEntry[] = [];
  let sending: QueuedEntry[] = [];
  let underWay: Promise<ServerReply> | null = null;
  let retryNow: () => void = () => {};
  let untouched = true;
  let insists = false;
  let waitFor: (entries: QueuedEntry[]) => Promise<unknown> | undefined = () => undefined;

  const keep = () => {
    const choices = waiting.filter(isChoice);
    if (choices.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(choices));
  };

  async function send(): Promise<ServerReply> {
    let reply: ServerReply = {};
    for (let waitMs = firstWaitMs; waiting.length > 0; ) {
      await waitFor(waiting);
      const batch = [...waiting];
      const isMove = batch.some((entry) => !("refused" in entry));
      sending = batch;
      const response = await post("/api/progress", { entries: batch }).catch(() => null);
      sending = [];
      if (response?.ok) {
        reply = (await response.json()) as ServerReply;
        if (reply.visit) begin(reply.visit);
        isStored ||= isMove;
        // A visit without an answer is not the page's: a reload begins another.
        onReply(isStored ? reply : { ...reply, visit: undefined });
        waiting = waiting.filter((entry) => !batch.includes(entry));
        keep();
        insists = false;
        onTrouble(false);
        waitMs = firstWaitMs;
      } else if (response && response.status < 500 && response.status !== 429) {
        waiting = isMove ? [] : waiting.filter((entry) => !batch.includes(entry));
        keep();
        // Nothing was answered about which the page and the server could disagree.
        if (!isMove) continue;
        onRefused();
        return new Promise(() => {});
      } else {
        if (isMove) onTrouble(true);
        if (insists && !response && (await byForm(waiting))) {
          waiting = [];
          keep();
          return new Promise(() => {});
        }
        await new Promise<void>((resolve) => {
          retryNow = resolve;
          setTimeout(resolve, waitMs);
        });
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    }
    return reply;
  }

  function begin({ click, ...begun }: NonNullable<ServerReply["visit"]>) {
    visit = begun;
    facts = { ...facts, visit: begun.token, first: undefined };
    if (click) takeClick(click);
  }

  function takeClick(click: string) {
    facts = { ...facts, query: { ...facts.query, _ef_transaction_id: click } };
    onQuery(facts.query);
  }

  /** A JSON post to our own server, with what every post carries. */
  function post(address: string, body?: object, init?: RequestInit): Promise<Response> {
    return proven(address, {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...facts, ...body }),
      // Browsers from before 2022 lack it, and wait.
      signal: AbortSignal.timeout?.(answerTimeoutMs),
      ...init,
    });
  }

  return {
    post,
    facts: () => facts,
    visit: () => visit,
    /** Takes what the page's scripts have found out. */
    report({ click, ...reported }: ClientReport): void {
      facts = { ...facts, reported: { ...facts.reported, ...reported } };
      if (click) takeClick(click);
    },
    /** @param wait what entries have to wait for before they are sent; undefined for nothing */
    holdBack(wait: typeof waitFor): void {
      waitFor = wait;
    },
    /** Takes one entry and sends it; resolves with the server's reply once it has everything up to here. */
    add(entry: QueuedEntry): Promise<ServerReply> {
      waiting.push(entry);
      untouched = false;
      afterPaint(keep);
      return this.flush();
    },
    /**
     * Queues an entry for the next post; of very many the first. Without any answer it is sent at once: there may be no
     * next post.
     */
    note(entry: QueuedEntry): void {
      if (waiting.length >= mostNotes) return;
      waiting.push(entry);
      if (!isStored) void this.flush();
    },
    /** Sends what is waiting; joins a post that is under way. */
    flush(): Promise<ServerReply> {
      underWay ??= new Promise<void>(afterPaint).then(send).finally(() => {
        underWay = null;
      });
      return underWay;
    },
    /** True while the visitor has answered nothing on this page. */
    isUntouched: () => untouched,
    /** Retries at once instead of after the wait. @param isPress a visitor asks for it */
    retryNow(isPress = false) {
      insists = isPress;
      retryNow();
    },
    /** Keeps and sends the rest while the page is left. */
    leave() {
      // Entries that are only counted would be counted twice if they are on their way, and again each time that the
      // page is hidden.
      const entries = waiting.filter((entry) => !("refused" in entry && sending.includes(entry)));
      if (entries.length === 0) return;
      keep();
      const body = JSON.stringify({ ...facts, entries });
      waiting = waiting.filter((entry) => !("refused" in entry) || sending.includes(entry));
      navigator.sendBeacon("/api/progress", new Blob([body], { type: "application/json" }));
    },
    /**
     * Restores choices that a reload interrupted, except those that the server has by now.
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

function isChoice(entry: QueuedEntry): boolean {
  return "answer" in entry ? "option" in entry.answer.fields : "back" in entry;
}
