import { setTimeout as delay } from "node:timers/promises";
import type { ChartSettings } from "../../machines/visit/input.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { StoreBusy, StoreUnavailable } from "../store/errors.ts";
import type { BadEmail, BegunVisit, Store } from "../store/types.ts";
import type { AskFacts } from "./ask-facts.ts";
import type { ChatAlerts } from "./chat-alerts.ts";
import { heardOf } from "./heard.ts";
import { keepFacts } from "./keep-facts.ts";
import { machineVersion } from "./machine-version.ts";
import { ownVisit, storedLog } from "./own-visit.ts";
import { type Stand, standing } from "./stand.ts";
import type { MakeSubmission } from "./submission.ts";
import type { InHand, Invalid, NotTaken, Post, Poster, TakeAnswer } from "./take-answer.ts";

/** What became of one post. */
export type Recorded =
  | { kind: "moved"; stand: Stand }
  | Invalid
  | NotTaken
  /** The visit belongs to another browser; nothing was recorded. */
  | { kind: "foreign" }
  /**
   * The lead is stored, by this post or an earlier one (`again`). `ending`: the survey's own last screen, to be shown
   * before the thank-you page or in its place.
   */
  | { kind: "posted"; location: string; ending: string | null; again: boolean };

/**
 * Records one visitor's posts in their order.
 * @returns what became of each, up to the first that was not taken; those before it are kept
 * @throws StoreUnavailable when the store cannot take them now, or other posts to the same visit keep winning: none is
 * kept then
 */
export type RecordAnswers = (
  request: Poster & {
    posts: readonly [Post, ...Post[]];
    /** Whether a chart that reaches its post may store the lead now. */
    submit: boolean;
  },
) => Promise<[Recorded, ...Recorded[]]>;

const tries = 12;

/**
 * Adds posts to a visit's log, which is read once and written once for all of them, and stores the lead at its end.
 */
export function recordAnswersWith(deps: {
  store: Store;
  takeAnswer: TakeAnswer;
  askFacts: AskFacts;
  makeSubmission: MakeSubmission;
  /** Told of every visit whose newest alert about a blocked address was stored and is to be sent. */
  onAlert: ChatAlerts["send"];
  /** Told of every lead that was stored, so that its delivery need not wait for the next look. */
  onStored: () => void;
  now: () => number;
  settings?: ChartSettings;
}): RecordAnswers {
  const { store, takeAnswer, askFacts, makeSubmission, onAlert, onStored, now, settings } = deps;

  const attempt = async (request: Parameters<RecordAnswers>[0]): Promise<Recorded[] | "conflict"> => {
    const { entry, token, caller, posts } = request;
    const { stored, newest } = await ownVisit(store, token, entry, caller.sessionId);
    if (stored && stored.sessionId !== caller.sessionId) return [{ kind: "foreign" }];
    const log = storedLog(stored);
    if (stored?.leadId) {
      const { location } = (await store.leads.get(stored.leadId))!;
      const { ending } = standing(entry, log, settings);
      const leaves = ({ action }: Post) => "answer" in action && action.answer.step === ending;
      return posts.map((post) => ({
        kind: "posted",
        location,
        ending: leaves(post) ? null : ending,
        again: true,
      }));
    }

    const visit = {
      id: stored?.id ?? token.id,
      sessionId: caller.sessionId,
      variant: entry.variant.code,
      machineVersion: machineVersion(entry.variant),
      newest,
    };
    const recorded: Recorded[] = [];
    const added: LogEntry[] = [];
    const badEmails: BadEmail[] = [];
    let inHand: InHand = { log };
    let moment: "arrival" | "answer" | undefined;
    const heard = heardOf(log, entry.variant.code, posts);
    for (const [index, post] of posts.entries()) {
      const isHeard = index < heard;
      // The answer is there already, and so is what came of it; what the page's scripts have found out may be new.
      const news: Post = isHeard ? { ...post, action: { tell: true } } : post;
      const taken = await takeAnswer(request, inHand, news);
      if (taken.refusal) {
        recorded.push(taken.refusal);
        if (added.length > 0) added.push(...taken.added);
        else if (taken.added.length > 0) await appendIfPossible(store, visit, log.length, taken.added);
        break;
      }
      const { stand, arrives } = taken;
      added.push(...taken.added);
      badEmails.push(...taken.badEmails);
      inHand = { log: [...log, ...added], stand, badEmails };
      if (request.submit && isPosting(stand, post)) {
        const posted = await postLead(request, visit, log, added, stand);
        return posted === "conflict" ? posted : [...recorded, posted];
      }
      const one = checked(stand, post) ?? { kind: "moved", stand };
      recorded.push(one);
      if (one.kind === "invalid" || !(arrives || "answer" in news.action)) continue;
      moment = arrives || moment === "arrival" ? "arrival" : "answer";
    }
    if (added.length > 0) {
      const done = await store.visits.append(visit, log.length, added, badEmails);
      if (done === "conflict") return "conflict";
      if (inHand.stand && added.some(isAlert)) onAlert(visit.id, entry, inHand.stand);
    }
    if (!moment || !inHand.stand) return recorded;
    // Asked only now that the answers are stored: they cannot be lost meanwhile, and a second tab finds its visit.
    const facts = await askFacts(entry, inHand.stand, moment, caller);
    if (facts.length === 0) return recorded;
    const known = await keepFacts(store, visit.id, facts, now);
    const last = recorded.pop()!;
    const stand = standing(entry, known, settings, inHand.stand);
    return [...recorded, last.kind === "moved" ? { ...last, stand } : last];
  };

  /** Stores the lead of a visit that stands before its post, with what was added since its log was read. */
  async function postLead(
    { entry, caller }: Poster,
    visit: BegunVisit,
    known: readonly LogEntry[],
    added: readonly LogEntry[],
    before: Stand,
  ): Promise<Recorded | "conflict"> {
    const facts = await askFacts(entry, before, "post", caller);
    const entries = [...added, ...facts.map((body) => ({ kind: "fact" as const, at: now(), body }))];
    const standAfter = () => standing(entry, [...known, ...entries], settings, before);
    const stand = facts.length > 0 ? standAfter() : before;
    const submission = makeSubmission({ entry, stand, log: [...known, ...entries], caller });
    const { location } = submission.lead;
    const of = stand.replay.taken.at(-1)?.step;
    entries.push({ kind: "outcome", at: now(), body: { call: "postLead", output: { location }, of } });
    const done = await store.submit(visit, known.length, entries, submission);
    if (done.status === "conflict") return "conflict";
    onStored();
    const again = done.status === "duplicate";
    return { kind: "posted", location: done.lead.location, ending: standAfter().ending, again };
  }

  return async (request) => {
    for (let count = 1; count <= tries; count++) {
      const recorded = await attempt(request);
      if (recorded !== "conflict") return recorded as [Recorded, ...Recorded[]];
      // Posts that race each other must not stay in step.
      await delay(Math.random() * count * 20);
    }
    throw new StoreBusy();
  };
}

/** True when a chart waits for its lead to be stored and the post is about that. */
function isPosting({ replay: { call, taken } }: Stand, { action }: Post): boolean {
  // Going back in a finished survey, or over an early answer again, is not yet sending it.
  const isSent = "submit" in action || ("answer" in action && action.answer.step === taken.at(-1)?.step);
  return call?.id === "postLead" && isSent;
}

function isAlert(entry: LogEntry): boolean {
  return entry.kind === "fact" && entry.body.fact === "chatAlert";
}

/** The answer as one of the chart's checks refused it, which is on record; undefined where none did. */
function checked(stand: Stand, { action }: Post): Invalid | undefined {
  const step = "answer" in action ? action.answer.step : undefined;
  const { errors } = stand.replay.snapshot.context;
  if (!step || step !== stand.replay.state || Object.keys(errors).length === 0) return undefined;
  const values = stand.visit.drafts[step] ?? {};
  return { kind: "invalid", by: "check", stand, step, errors, values };
}

/** For what is only counted: a visitor who has to correct an answer is not told that the store is in trouble. */
async function appendIfPossible(
  ...[store, ...what]: [Pick<Store, "visits">, ...Parameters<Store["visits"]["append"]>]
): Promise<void> {
  try {
    await store.visits.append(...what);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
