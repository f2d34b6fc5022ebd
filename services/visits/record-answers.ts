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

/** The result of a post. */
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

/** Counts a refusal by the first form of a survey; -1 takes one back, which a visit has recorded by now. */
type CountRefused = (
  by: Pick<Submitter, "entry" | "arrival"> & { at: number },
  fields: readonly string[],
  times: 1 | -1,
) => void;

const tries = 12;

/** Other posts to the same visit came first: these were applied to a log that has grown since. */
class Overtaken extends Error {}

/** The visit that posts belong to, before them. */
type Before = {
  visit: BegunVisit;
  state: VisitState;
  log: readonly LogEntry[];
  /** Whether the visit is stored: its first screen alone is not. */
  isBegun: boolean;
  /** It was read from memory, which is proven only by what is stored behind it. */
  isRemembered: boolean;
  leadId: string | null;
};

/** `known`: how many of the posts the log had already. */
type Applied = AppliedPosts & { known: number };

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
  /** Counts refusals for visitors without a stored visit. */
  countRefused: CountRefused;
  now: () => number;
  settings?: ChartSettings;
}): RecordAnswers {
  const { store, recentVisits, applyPost, askFacts, onAlert, now, settings = {} } = deps;
  const storeLead = storeLeadWith(deps);
  type Request = Parameters<RecordAnswers>[0];

  return async (request) => {
    const { token, entry, caller } = request;
    let recent = recentVisits.get(token, entry, caller.sessionId);
    for (let count = recent ? 0 : 1; count <= tries; count++) {
      try {
        return (await attempt(request, recent)) as [Recorded, ...Recorded[]];
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
      if (recent) recentVisits.forget(recent.id);
      // Posts that race each other must not stay in step.
      else await delay(Math.random() * count * 20);
      recent = undefined;
    }
    throw new StoreBusy();
  };

  /**
   * @param recent the visit as remembered, in place of the store's
   * @throws Overtaken where nothing was recorded because the visit has changed since it was read
   */
  async function attempt(request: Request, recent: RecentVisit | undefined): Promise<Recorded[]> {
    const before = await visitBefore(request, recent);
    if (before === "foreign") return [{ kind: "foreign" }];
    if (before.leadId !== null) return await postedAgain(request, before.state, before.leadId);
    const { visit, state, log, isBegun } = before;
    const known = countRecorded(log, request.entry.variant.machine, request.posts);
    const poster = { ...request, token: { ...request.token, id: visit.id } };
    const opened = { state, isBegun, badEmails: [], known: log.length };
    const applied = { ...(await applyPosts(applyPost, poster, opened, known)), known };
    if (!applied.isPosting) return await keep(request, before, applied, applied.results);
    if (deps.isAsShown(request, applied.state)) return await post(request, before, applied);
    return await keep(request, before, applied, [
      ...applied.results,
      { kind: "reworded", state: applied.state },
    ]);
  }

  async function visitBefore(request: Request, recent: RecentVisit | undefined): Promise<Before | "foreign"> {
    const { entry, token, caller } = request;
    const { stored, newest } = recent
      ? { stored: undefined, newest: recent.id }
      : await resolveVisit(store, token, entry, caller.sessionId);
    if (stored && stored.sessionId !== caller.sessionId) return "foreign";
    const log = recent?.state.log ?? storedLog(stored);
    const isBegun = log.length > 0;
    const first: LogEntry = { kind: "entry", at: beganAt(token, now()), body: token.arrival };
    return {
      visit: {
        id: recent?.id ?? stored?.id ?? token.id,
        sessionId: caller.sessionId,
        variant: entry.variant.code,
        machineVersion: machineVersion(entry.variant),
        newest,
      },
      state: recent?.state ?? readVisit(entry, settings, isBegun ? log : [first]),
      log,
      isBegun,
      isRemembered: recent !== undefined,
      leadId: stored?.leadId ?? null,
    };
  }

  /** The answer to posts to a visit whose lead is stored. */
  async function postedAgain(
    { posts, caller }: Request,
    ended: VisitState,
    leadId: string,
  ): Promise<Recorded[]> {
    const lead = (await store.leads.acknowledged(leadId))!;
    const location = knownTo(caller, lead, now());
    // The survey's own last screen has the visit's answers behind it.
    const isKnown = location === lead.location;
    return posts.map((post) => ({
      kind: "posted",
      location,
      ending: answeredStep(post) === ended.ending || !isKnown ? null : ended.ending,
      again: true,
      ended,
    }));
  }

  /** Stores the lead, with the answers that led to it. */
  async function post(request: Request, before: Before, { results, state }: Applied): Promise<Recorded[]> {
    const { visit, log, isBegun } = before;
    recentVisits.forget(visit.id);
    const posted = await storeLead(request, visit, log.length, state);
    if (posted === "conflict") throw new Overtaken();
    if (!isBegun) countFirst(request, before.state, request.token.refused, -1);
    return [...results, posted];
  }

  /** Stores the answers, then asks the services that are no part of the chart about them. */
  async function keep(
    request: Request,
    before: Before,
    applied: Applied,
    results: readonly Recorded[],
  ): Promise<Recorded[]> {
    const { entry, token, caller, posts } = request;
    const { visit, log, isBegun } = before;
    const { state, moment, refusals } = applied;
    const last = results.at(-1)!;
    const added = applied.isBegun ? state.log.slice(log.length) : [];
    // Where nothing is stored behind it, the memory remains unproven.
    if (before.isRemembered && added.length === 0) throw new Overtaken();
    await append(visit, log.length, added, applied);
    if (!applied.isBegun) {
      const refused = newRefusals(token, refusedIn(posts, applied, now()));
      const forToken = countFirst(request, before.state, refused, 1);
      return [...results.slice(0, -1), { ...last, forToken } as Recorded];
    }
    if (!isBegun) countFirst(request, before.state, token.refused, -1);
    if (added.some(isAlert)) onAlert(visit.id, entry, state);
    const remember = (known: VisitState) =>
      recentVisits.keep({ id: visit.id, sessionId: caller.sessionId, path: entry.path, state: known });
    if (refusals.length > 0) recentVisits.forget(visit.id);
    else if (added.length > 0) remember(state);
    if (!moment) return [...results];
    // Only now that the answers are stored: they cannot be lost meanwhile, and a second tab finds its visit.
    const facts = await askFacts(entry, state, moment, caller);
    if (facts.length === 0) return [...results];
    const entries = await keepFacts(store, visit.id, facts, now, { visit, log: state.log });
    const informed = readVisit(entry, settings, entries, state);
    remember(informed);
    return [...results.slice(0, -1), last.kind === "moved" ? { ...last, state: informed } : last];
  }

  /**
   * Counts what the first form refused to a visitor who may never answer, or takes it back once a visit has recorded
   * it.
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

  /** @throws Overtaken where what has to be stored was not */
  async function append(
    visit: BegunVisit,
    length: number,
    added: readonly LogEntry[],
    { refusals, badEmails, known }: Applied,
  ): Promise<void> {
    const entries = [...added, ...refusals];
    // Answers found in the log are as safe as new ones only after a write of their visit. Counts alone may be lost, and
    // a visitor who has to correct an answer is not told that the store is in trouble.
    const isOwed = added.length > 0 || known > 0;
    if (entries.length === 0 && !isOwed) return;
    try {
      if ((await store.visits.append(visit, length, entries, badEmails)) !== "conflict") return;
    } catch (error) {
      if (isOwed || !(error instanceof StoreUnavailable)) throw error;
    }
    if (isOwed) throw new Overtaken();
  }
}

/** Refusals by posts that begin no visit: in the browser, whose clock is trusted since the page was shown, or here. */
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
