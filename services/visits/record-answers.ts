import { setTimeout as delay } from "node:timers/promises";
import { type Refusal, refusalEntries } from "../../machines/visit/commands.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { ChartSettings } from "../../machines/visit/open-visit.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { Metrics } from "../observe/metrics.ts";
import { StoreBusy, StoreUnavailable } from "../store/engine/failures.ts";
import type { BegunVisit } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { type ApplyPost, countRecorded } from "./apply-post.ts";
import { type AppliedPost, type AppliedPosts, applyPosts } from "./apply-posts.ts";
import type { AskFacts } from "./ask-facts.ts";
import type { ChatAlerts } from "./chat-alerts.ts";
import { machineVersion } from "./machine-version.ts";
import { answeredStep, type Submitter, type VisitCommand } from "./posts.ts";
import type { RecentVisit, RecentVisits } from "./recent-visits.ts";
import { keepFacts } from "./record-fact.ts";
import { readVisit, resolveVisit, storedLog } from "./resolve-visit.ts";
import type { IsAsShown } from "./shown-consent.ts";
import { knownTo, type PostedLead, storeLeadWith } from "./store-lead.ts";
import type { MakeSubmission } from "./submission.ts";
import { beganAt, newRefusals } from "./token.ts";

/** What became of one post. */
export type Recorded =
  /** `forToken`: what was refused, for the token to keep (`withRefusals`) while there is no visit that could. */
  | (AppliedPost & { forToken?: Refusal[] })
  /** The visit belongs to another browser; nothing was recorded. */
  | { kind: "foreign" }
  /** All is answered, but the visitor has read another consent than the one that would be recorded: no lead is stored. */
  | { kind: "reworded"; state: VisitState }
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

/** Counts a refusal by the first form of a survey; with -1 it takes one back, which a visit has on record by now. */
type CountRefused = (
  by: Pick<Submitter, "entry" | "arrival"> & { at: number },
  fields: readonly string[],
  times: 1 | -1,
) => void;

const tries = 12;

/**
 * Adds posts to a visit's log, which is read once and written once for all of them, and stores the lead at its end.
 */
export function recordAnswersWith(deps: {
  store: Store;
  recentVisits: RecentVisits;
  applyPost: ApplyPost;
  askFacts: AskFacts;
  makeSubmission: MakeSubmission;
  /** Whether the consent that a finished visit gives is the one on its screen. */
  isAsShown: IsAsShown;
  /** Called for every visit whose newest alert about a blocked address was stored and is to be sent. */
  onAlert: ChatAlerts["send"];
  /** Called for every lead that was stored, with whom it goes to, so that they need not wait for the next look. */
  onStored: (destinations: readonly string[]) => void;
  /** Counts what is refused to visitors of whom no visit is stored. */
  countRefused: CountRefused;
  now: () => number;
  settings?: ChartSettings;
}): RecordAnswers {
  const { store, recentVisits, applyPost, askFacts, onAlert, now, settings = {} } = deps;
  const storeLead = storeLeadWith(deps);

  /** @param recent the visit as it is remembered, in place of what the store would say */
  const attempt = async (
    request: Parameters<RecordAnswers>[0],
    recent?: RecentVisit,
  ): Promise<Recorded[] | "conflict"> => {
    const { entry, token, caller, posts } = request;
    const { stored, newest } = recent
      ? { stored: undefined, newest: recent.id }
      : await resolveVisit(store, token, entry, caller.sessionId);
    if (stored && stored.sessionId !== caller.sessionId) return [{ kind: "foreign" }];
    const log = recent?.state.log ?? storedLog(stored);
    const isBegun = log.length > 0;
    const first: LogEntry = { kind: "entry", at: beganAt(token, now()), body: token.arrival };
    const opened = recent?.state ?? readVisit(entry, settings, isBegun ? log : [first]);
    if (stored?.leadId) {
      const lead = (await store.leads.acknowledged(stored.leadId))!;
      const location = knownTo(caller, lead, now());
      // The last screen of its own has the visit's answers behind it.
      const isKnown = location === lead.location;
      return posts.map((post) => ({
        kind: "posted",
        location,
        ending: answeredStep(post) === opened.ending || !isKnown ? null : opened.ending,
        again: true,
        ended: opened,
      }));
    }

    const known = countRecorded(log, entry.variant.machine, posts);
    const id = recent?.id ?? stored?.id ?? token.id;
    const poster = { ...request, token: { ...token, id } };
    const applied = await applyPosts(
      applyPost,
      poster,
      { state: opened, isBegun, badEmails: [], known: log.length },
      known,
    );
    const { state, moment } = applied;
    const results: Recorded[] = applied.results;
    const visit: BegunVisit = {
      id,
      sessionId: caller.sessionId,
      variant: entry.variant.code,
      machineVersion: machineVersion(entry.variant),
      newest,
    };
    const isReworded = applied.isPosting && !deps.isAsShown(request, state);
    if (isReworded) results.push({ kind: "reworded", state });
    else if (applied.isPosting) {
      recentVisits.forget(id);
      const posted = await storeLead(request, visit, log.length, state);
      if (posted !== "conflict" && !isBegun) countFirst(request, opened, token.refused, -1);
      return posted === "conflict" ? posted : [...results, posted];
    }
    const added = applied.isBegun ? state.log.slice(log.length) : [];
    // Where nothing is stored behind it, what is remembered remains unproven.
    if (recent && added.length === 0) return "conflict";
    if ((await append(visit, log.length, added, { ...applied, known })) === "conflict") return "conflict";
    if (!applied.isBegun) {
      const refused = newRefusals(token, refusedIn(posts, applied, now()));
      const kept = countFirst(request, opened, refused, 1);
      return [...results.slice(0, -1), { ...results.at(-1)!, forToken: kept }] as Recorded[];
    }
    if (!isBegun) countFirst(request, opened, token.refused, -1);
    if (added.some(isAlert)) onAlert(visit.id, entry, state);
    const remember = (known: VisitState) =>
      recentVisits.keep({ id, sessionId: caller.sessionId, path: entry.path, state: known });
    if (applied.refusals.length > 0) recentVisits.forget(id);
    else if (added.length > 0) remember(state);
    if (!moment) return results;
    // Asked only now that the answers are stored: they cannot be lost meanwhile, and a second tab finds its visit.
    const facts = await askFacts(entry, state, moment, caller);
    if (facts.length === 0) return results;
    const last = results.pop()!;
    const entries = await keepFacts(store, id, facts, now, { visit, log: state.log });
    const informed = readVisit(entry, settings, entries, state);
    remember(informed);
    return [...results, last.kind === "moved" ? { ...last, state: informed } : last];
  };

  /**
   * Counts what the first form refused to a visitor who may never answer, or takes it back once a visit has it on record.
   * @returns what is counted: of this form and its fields
   */
  function countFirst(
    { entry, token: { arrival } }: Submitter,
    opened: VisitState,
    refused: readonly Refusal[] = [],
    times: 1 | -1,
  ): Refusal[] {
    const entries = refusalEntries(opened, refused, { isReported: false });
    return entries.flatMap(({ kind, at, body }): Refusal[] => {
      if (kind !== "refused") return [];
      deps.countRefused({ entry, arrival, at }, body.fields, times);
      return [{ ...body, at }];
    });
  }

  async function append(
    visit: BegunVisit,
    length: number,
    added: readonly LogEntry[],
    { refusals, badEmails, known }: AppliedPosts & { known: number },
  ): Promise<"conflict" | undefined> {
    const entries = [...added, ...refusals];
    // Answers that are found in the log are as safe as new ones only behind a write of their visit.
    const isOwed = added.length > 0 || known > 0;
    if (entries.length === 0 && !isOwed) return undefined;
    try {
      const done = await store.visits.append(visit, length, entries, badEmails);
      // What is only counted need not be there.
      return done === "conflict" && isOwed ? done : undefined;
    } catch (error) {
      // A visitor who has to correct an answer is not shown that the store is in trouble.
      if (isOwed || !(error instanceof StoreUnavailable)) throw error;
      return undefined;
    }
  }

  return async (request) => {
    const recent = recentVisits.get(request.token, request.entry, request.caller.sessionId);
    const quick = recent && (await attempt(request, recent));
    if (recent) {
      if (quick !== "conflict") return quick as [Recorded, ...Recorded[]];
      recentVisits.forget(recent.id);
    }
    for (let count = 1; count <= tries; count++) {
      const recorded = await attempt(request);
      if (recorded !== "conflict") return recorded as [Recorded, ...Recorded[]];
      // Posts that race each other must not stay in step.
      await delay(Math.random() * count * 20);
    }
    throw new StoreBusy();
  };
}

/** What posts refused that begin no visit: in the browser, whose clock is believed since the page was shown, or here. */
function refusedIn(
  posts: readonly VisitCommand[],
  { results, state }: Pick<AppliedPosts, "results" | "state">,
  now: number,
): Refusal[] {
  const { startedAt } = state.visit;
  const reported = posts.flatMap(({ refused = [] }) => refused);
  const last = results.at(-1);
  const here =
    last?.kind === "invalid" ? [{ step: last.step, fields: Object.keys(last.errors), at: now }] : [];
  return [...reported.map((each) => ({ ...each, at: Math.min(Math.max(each.at, startedAt), now) })), ...here];
}

function isAlert(entry: LogEntry): boolean {
  return entry.kind === "fact" && entry.body.fact === "chatAlert";
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
