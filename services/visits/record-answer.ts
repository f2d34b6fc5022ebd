import { setTimeout as delay } from "node:timers/promises";
import type { Answers } from "../../machines/answers.ts";
import { type AnswerErrors, parseAnswer } from "../../machines/fields.ts";
import { type Arrival, isNewSource, withClick } from "../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import { today } from "../../machines/rules/dates.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { type Fact, isNews } from "../../machines/visit/facts.ts";
import type { ChartSettings } from "../../machines/visit/input.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { StoreBusy, StoreUnavailable } from "../store/errors.ts";
import type { Store } from "../store/types.ts";
import type { AskFacts } from "./ask-facts.ts";
import { keepFacts } from "./keep-facts.ts";
import { machineVersion } from "./machine-version.ts";
import { ownVisit, storedLog } from "./own-visit.ts";
import type { Caller, Perform } from "./perform.ts";
import { type Refusal, refusalEntries } from "./refusals.ts";
import { type Stand, standing } from "./stand.ts";
import type { MakeSubmission } from "./submission.ts";
import type { VisitToken } from "./token.ts";

/** What a form or the browser's queue sends for one step. */
export type Posted = { step: string; fields: Record<string, string | undefined>; at?: number };

/** What became of it. */
export type Recorded =
  | { kind: "moved"; stand: Stand }
  /** Refused by the form's own rules, where at most that is recorded, or by a check, which is on record. */
  | {
      kind: "invalid";
      by: "form" | "check";
      stand: Stand;
      step: string;
      errors: AnswerErrors;
      values: Answers;
      /** For the token to keep (`withRefusal`), while there is no visit that could. */
      untold?: Refusal;
    }
  /** The step does not lie on this visit's way; nothing was recorded. */
  | { kind: "stale"; stand: Stand }
  /** The visit belongs to another browser; nothing was recorded. */
  | { kind: "foreign" }
  | { kind: "tooMany"; stand: Stand }
  /**
   * The lead is stored, by this post or an earlier one (`again`). `ending`: the survey's own last screen, to be shown
   * before the thank-you page or in its place.
   */
  | { kind: "posted"; location: string; ending: string | null; again: boolean };

export type RecordAnswer = (request: {
  entry: SurveyEntry;
  token: VisitToken;
  /** As the address now says; a new traffic source replaces the visit's. */
  arrival: Arrival;
  caller: Caller & { timeZone: string };
  action: { back: string } | { answer: Posted } | { submit: true } | { tell: true };
  /** What the page's scripts learned, as it stands now; what the log knows already is not written again. */
  told?: Fact[];
  /** What the page refused by itself since the last post; the token has what was refused before the visit was stored. */
  refused?: readonly Refusal[];
  /** Whether a chart that reaches its post may store the lead now. */
  submit: boolean;
}) => Promise<Recorded>;

/** A visit's log may not grow without end; nobody answers this often by hand. */
const longestLog = 500;
const tries = 12;

/**
 * Adds one answer (or Back) to a visit's log, asks the services its chart waits for, and stores the lead at
 * its end.
 * @throws StoreUnavailable when the store cannot take it now, or other posts to the same visit keep winning
 */
export function recordAnswerWith(deps: {
  store: Store;
  perform: Perform;
  askFacts: AskFacts;
  newClickId: () => string | undefined;
  makeSubmission: MakeSubmission;
  /** Told of every lead that was stored, so that its delivery need not wait for the next look. */
  onStored: () => void;
  now: () => number;
  /** For visitors whose browser names no time zone, or none that exists. */
  siteTimeZone: string;
  settings?: ChartSettings;
}): RecordAnswer {
  const { store, perform, askFacts, newClickId, makeSubmission, onStored, now, siteTimeZone, settings } =
    deps;

  const attempt: RecordAnswerAttempt = async (request) => {
    const { entry, token, caller, action } = request;
    const { stored, newest } = await ownVisit(store, token, entry, caller.sessionId);
    if (stored && stored.sessionId !== caller.sessionId) return { kind: "foreign" };
    const log = storedLog(stored);
    const added: LogEntry[] = [];
    const add = (item: LogEntry) => added.push(item);
    let latest: Stand | undefined;
    const stand = () => {
      latest = standing(entry, [...log, ...added], settings, latest);
      return latest;
    };
    if (stored?.leadId) {
      const { location } = (await store.leads.get(stored.leadId))!;
      const { ending } = stand();
      const leaves = "answer" in action && action.answer.step === ending;
      return { kind: "posted", location, ending: leaves ? null : ending, again: true };
    }
    if (log.length >= longestLog) return { kind: "tooMany", stand: stand() };

    if (!stored) add({ kind: "entry", at: token.at, body: token.arrival });
    const before = stand();
    const read = added.length;
    if (stored && isNewSource(request.arrival, before.visit.arrival)) {
      const { region, device } = before.visit.arrival;
      // A post's own Referer is our page; how that page was come by is sealed in the token.
      const arrival = { ...request.arrival, referer: token.arrival.referer, region, device };
      add({ kind: "entry", at: now(), body: withClick(arrival, newClickId) });
    }

    for (const fact of request.told ?? []) {
      if (isNews(before.visit.learned, fact)) add({ kind: "fact", at: now(), body: fact });
    }

    const inTime = (at: number | undefined) => within(at, lastTime(log, token.at), now());
    const tell = (...more: Refusal[]) => {
      const told = [...(token.refused ?? []), ...(request.refused ?? []), ...more];
      const entries = refusalEntries(log, before, entry.variant.code, told);
      return entries.map((item) => ({ ...item, at: inTime(item.at) }));
    };
    for (const item of tell()) add(item);

    const visit = {
      id: stored?.id ?? token.id,
      sessionId: caller.sessionId,
      variant: entry.variant.code,
      machineVersion: machineVersion(entry.variant),
      newest,
    };
    // A visit begins with its first answer.
    if ("tell" in action && !stored) return { kind: "moved", stand: before };
    if ("back" in action) {
      if (!stored || !before.path.includes(action.back)) return { kind: "stale", stand: before };
      add({ kind: "back", at: now(), body: { from: action.back } });
    } else if ("answer" in action) {
      const { step: name, fields } = action.answer;
      const step = before.path.includes(name) ? stepNamed(name, entry.variant.code) : undefined;
      if (!step) return { kind: "stale", stand: before };
      const day = today(now(), caller.timeZone, siteTimeZone);
      const parsed = parseAnswer(step, fields, day);
      if (!parsed.ok) {
        const { errors, values } = parsed;
        const refusal = { step: name, fields: Object.keys(errors), at: now() };
        const told = stored ? tell(refusal) : [];
        if (told.length > 0) await appendIfPossible(store, visit, log.length, told);
        const untold = stored ? undefined : refusal;
        return { kind: "invalid", by: "form", stand: before, step: name, errors, values, untold };
      }
      const at = inTime(action.answer.at);
      const isNewest = name === before.replay.state;
      const place = isNewest ? { after: before.path.indexOf(name) } : {};
      add({ kind: "answer", at, body: { step: name, answers: parsed.answers, today: day, ...place } });
    }

    let after = added.length === read ? before : stand();
    const arrives = added.some(({ kind }) => kind === "entry");
    for (let { call } = after.replay; call && call.id !== "postLead"; call = after.replay.call) {
      const of = after.replay.taken.at(-1)?.step;
      const outcome = await perform(call, { ...caller, learned: after.visit.learned });
      add({ kind: "outcome", at: now(), body: { ...outcome, of } });
      after = stand();
    }

    const { call, taken } = after.replay;
    // Going back in a finished survey, or over an early answer again, is not yet sending it.
    const atEnd = "submit" in action || ("answer" in action && action.answer.step === taken.at(-1)?.step);
    if (call?.id === "postLead" && request.submit && atEnd) {
      const facts = await askFacts(after, "post");
      for (const fact of facts) add({ kind: "fact", at: now(), body: fact });
      if (facts.length > 0) after = stand();
      const submission = makeSubmission({ entry, stand: after, log: [...log, ...added], caller });
      const { location } = submission.lead;
      const outcome = { call: "postLead" as const, output: { location }, of: taken.at(-1)?.step };
      add({ kind: "outcome", at: now(), body: outcome });
      const done = await store.submit(visit, log.length, added, submission);
      if (done.status === "conflict") return "conflict";
      onStored();
      const again = done.status === "duplicate";
      return { kind: "posted", location: done.lead.location, ending: stand().ending, again };
    }
    if (added.length > 0 && (await store.visits.append(visit, log.length, added)) === "conflict")
      return "conflict";

    const refused = after.replay.snapshot.context.errors;
    const answered = "answer" in action ? action.answer.step : undefined;
    if (answered && answered === after.replay.state && Object.keys(refused).length > 0) {
      const values = after.visit.drafts[answered] ?? {};
      return { kind: "invalid", by: "check", stand: after, step: answered, errors: refused, values };
    }
    if (!arrives && !answered) return { kind: "moved", stand: after };
    // Asked only now that the answer is stored: it cannot be lost meanwhile, and a second tab finds its visit.
    const facts = await askFacts(after, arrives ? "arrival" : "answer");
    if (facts.length === 0) return { kind: "moved", stand: after };
    const known = await keepFacts(store, visit.id, facts, now);
    return { kind: "moved", stand: standing(entry, known, settings, after) };
  };

  return async (request) => {
    for (let count = 1; count <= tries; count++) {
      const result = await attempt(request);
      if (result !== "conflict") return result;
      // Posts that race each other must not stay in step.
      await delay(Math.random() * count * 20);
    }
    throw new StoreBusy();
  };
}

type RecordAnswerAttempt = (request: Parameters<RecordAnswer>[0]) => Promise<Recorded | "conflict">;

/** For what is only counted: a visitor who has to correct an answer is not told that the store is in trouble. */
async function appendIfPossible(...[store, ...what]: [Pick<Store, "visits">, ...AppendParameters]) {
  try {
    await store.visits.append(...what);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

type AppendParameters = Parameters<Store["visits"]["append"]>;

function lastTime(log: readonly LogEntry[], startedAt: number): number {
  return log.at(-1)?.at ?? startedAt;
}

/** The browser's clock is believed only between the last entry and now. */
function within(at: number | undefined, earliest: number, latest: number): number {
  return at === undefined ? latest : Math.min(Math.max(at, earliest), latest);
}
