import { setTimeout as delay } from "node:timers/promises";
import type { ChartSettings } from "../../machines/visit/input.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { Metrics } from "../observe/metrics.ts";
import { StoreBusy, StoreUnavailable } from "../store/errors.ts";
import type { Store } from "../store/types.ts";
import type { Applied, ApplyPost } from "./apply-post.ts";
import type { AskFacts } from "./ask-facts.ts";
import type { ChatAlerts } from "./chat-alerts.ts";
import { machineVersion } from "./machine-version.ts";
import type { Invalid, Rejected, Submitter, VisitCommand } from "./posts.ts";
import { keepFacts } from "./record-fact.ts";
import { countRecorded } from "./recorded-answers.ts";
import { readVisit, resolveVisit, storedLog } from "./resolve-visit.ts";
import { type PostedLead, storeLeadWith } from "./store-lead.ts";
import type { MakeSubmission } from "./submission.ts";

/** What became of one post. */
export type Recorded =
  | { kind: "moved"; state: VisitState }
  | Invalid
  | Rejected
  /** The visit belongs to another browser; nothing was recorded. */
  | { kind: "foreign" }
  | PostedLead;

/**
 * Records one visitor's posts in their order.
 * @returns what became of each, up to the first that was rejected; those before it are kept
 * @throws StoreUnavailable when the store cannot take them now, or other posts to the same visit keep winning: none is
 * kept then
 */
export type RecordAnswers = (
  request: Submitter & {
    posts: readonly [VisitCommand, ...VisitCommand[]];
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
  applyPost: ApplyPost;
  askFacts: AskFacts;
  makeSubmission: MakeSubmission;
  /** Called for every visit whose newest alert about a blocked address was stored and is to be sent. */
  onAlert: ChatAlerts["send"];
  /** Called for every lead that was stored, so that its delivery need not wait for the next look. */
  onStored: () => void;
  now: () => number;
  settings?: ChartSettings;
}): RecordAnswers {
  const { store, applyPost, askFacts, onAlert, now, settings = {} } = deps;
  const storeLead = storeLeadWith(deps);

  const attempt = async (request: Parameters<RecordAnswers>[0]): Promise<Recorded[] | "conflict"> => {
    const { entry, token, caller, posts } = request;
    const { stored, newest } = await resolveVisit(store, token, entry, caller.sessionId);
    if (stored && stored.sessionId !== caller.sessionId) return [{ kind: "foreign" }];
    const log = storedLog(stored);
    const isBegun = log.length > 0;
    const first: LogEntry = { kind: "entry", at: token.at, body: token.arrival };
    const opened = readVisit(entry, settings, isBegun ? log : [first]);
    if (stored?.leadId) {
      const { location } = (await store.leads.get(stored.leadId))!;
      return posts.map((post) => ({
        kind: "posted",
        location,
        ending: answeredStep(post) === opened.ending ? null : opened.ending,
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
    let applied: Applied = { state: opened, isBegun, badEmails: [] };
    const added = () => (applied.isBegun ? applied.state.log.slice(log.length) : []);
    const recorded: Recorded[] = [];
    let refusals: LogEntry[] = [];
    /** About what the other services are asked: nothing where no answer was recorded. */
    let moment: "arrival" | "answer" | undefined;
    const heard = countRecorded(log, entry.variant.machine, posts);
    for (const [index, post] of posts.entries()) {
      // The answer is there already, and so is what came of it; what the page's scripts have found out may be new.
      const news: VisitCommand = index < heard ? { ...post, action: { tell: true } } : post;
      const before = applied;
      const result = await applyPost(request, before, news);
      if ("rejected" in result) {
        recorded.push(result.rejected);
        ({ refusals } = result);
        break;
      }
      applied = result;
      const { state } = applied;
      if (request.submit && isPosting(state, post)) {
        const posted = await storeLead(request, visit, log.length, state);
        return posted === "conflict" ? posted : [...recorded, posted];
      }
      const one = checked(state, post) ?? { kind: "moved", state };
      recorded.push(one);
      const arrives = before.isBegun ? state.visit.arrival !== before.state.visit.arrival : applied.isBegun;
      if (one.kind === "invalid" || !(arrives || "answer" in news.action)) continue;
      moment = arrives || moment === "arrival" ? "arrival" : "answer";
    }
    if (added().length > 0) {
      const entries = [...added(), ...refusals];
      const done = await store.visits.append(visit, log.length, entries, [...applied.badEmails]);
      if (done === "conflict") return "conflict";
      if (added().some(isAlert)) onAlert(visit.id, entry, applied.state);
    } else if (refusals.length > 0) {
      await appendIfPossible(store, visit, log.length, refusals);
    }
    if (!moment) return recorded;
    // Asked only now that the answers are stored: they cannot be lost meanwhile, and a second tab finds its visit.
    const facts = await askFacts(entry, applied.state, moment, caller);
    if (facts.length === 0) return recorded;
    const known = await keepFacts(store, visit.id, facts, now);
    const last = recorded.pop()!;
    const state = readVisit(entry, settings, known, applied.state);
    return [...recorded, last.kind === "moved" ? { ...last, state } : last];
  };

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
function isPosting({ replay: { call, taken } }: VisitState, post: VisitCommand): boolean {
  // Going back in a finished survey, or over an early answer again, is not yet sending it.
  const isSent = "submit" in post.action || answeredStep(post) === taken.at(-1)?.step;
  return call?.id === "postLead" && isSent;
}

function answeredStep({ action }: VisitCommand): string | undefined {
  return "answer" in action ? action.answer.step : undefined;
}

function isAlert(entry: LogEntry): boolean {
  return entry.kind === "fact" && entry.body.fact === "chatAlert";
}

/** The answer as one of the chart's checks refused it, which is on record; undefined where none did. */
function checked(state: VisitState, post: VisitCommand): Invalid | undefined {
  const step = answeredStep(post);
  const { errors } = state.replay.snapshot.context;
  if (!step || step !== state.replay.state || Object.keys(errors).length === 0) return undefined;
  return { kind: "invalid", by: "check", state, step, errors, values: state.visit.drafts[step] ?? {} };
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

/** The same writer, counting posts by outcome. */
export function meteredAnswers(recordAnswers: RecordAnswers, { answers }: Metrics): RecordAnswers {
  return async (request) => {
    const recorded = await recordAnswers(request);
    for (const one of recorded) {
      const outcome = one.kind === "posted" && one.again ? "replayed" : one.kind;
      answers.inc({ variant: request.entry.variant.code, outcome });
    }
    return recorded;
  };
}
