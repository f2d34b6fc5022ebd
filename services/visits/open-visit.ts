import { createHash } from "node:crypto";
import { type Arrival, isNewSource, lookOf, withClick } from "../../machines/context/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import type { Answers } from "../../machines/rules/answers.ts";
import { type LogEntry, readLog, type Visit } from "../../machines/visit/log.ts";
import type { ChartSettings } from "../../machines/visit/open-visit.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { Settings } from "../settings/env.ts";
import type { Store } from "../store/store.ts";
import type { RecentVisits } from "./recent-visits.ts";
import { readVisit, storedLog } from "./resolve-visit.ts";
import { type FirstView, longestOpenMs, newToken, type VisitToken } from "./token.ts";

/** The same browser's values in its last lead, by field; {} where the form is not to be filled in (spec 7). */
export type Prefill = (visit: Visit, sessionId: string | null) => Promise<Answers>;

/** The visitor's identity and residence; never their words about an accident. */
const fields = ["firstName", "lastName", "email", "phone", "zip_code", "address"] as const;

/**
 * One person's data must never be shown to another: it comes from the session's own earlier visit, which only the
 * signed cookie of this browser names, never from an address or an affiliate.
 */
export function prefillWith(store: Pick<Store, "visits">): Prefill {
  return async ({ facts }, sessionId) => {
    if (facts.prePop?.prePopPii !== "yes" || !sessionId) return {};
    const earlier = await store.visits.latestWithLead(sessionId);
    const given: Answers = Object.assign({}, ...Object.values(readLog(storedLog(earlier)).drafts));
    const known = fields.flatMap((field) => (given[field] ? [[field, given[field]]] : []));
    return Object.fromEntries(known);
  };
}

/**
 * The token of a visit that begins with this post.
 * @param arrival from the post's address
 * @param first what was known when the first page was shown; without it the visit begins now, with an unknown referrer
 * @param name by which the page's scripts know its form, which had no token: posted twice it begins one visit. It gives
 * access to the visit, so it has to be as long and as random as `longName` says; any other counts as none
 */
export type BeginVisit = (
  survey: string,
  arrival: Arrival,
  first: FirstView | undefined,
  name?: string,
) => VisitToken;

const longName = /^[0-9a-f]{32}$/;

/** The visit and the session of a form by its name, in the format of our ids. */
function idsOf(name: string): Pick<VisitToken, "id" | "session"> {
  const digest = createHash("sha256").update(`visit ${name}`).digest();
  const id = digest.toString("hex").replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  return { id, session: digest.subarray(16).toString("base64url") };
}

export function beginVisitWith(deps: {
  newId: () => string;
  /** Id for a click that came without one; undefined where an affiliate network will give it. */
  newClickId: () => string | undefined;
  now: () => number;
}): BeginVisit {
  const { newId, newClickId, now } = deps;
  return (survey, arrival, first, name = "") => {
    // Behind a cache a first view is older by its own clock.
    const at = Math.max(now() - longestOpenMs, Math.min(first?.at ?? now(), now()));
    const came = withClick({ ...arrival, referer: first?.referer ?? "" }, newClickId);
    if (!longName.test(name)) return newToken(newId(), survey, came, at);
    const { id, session } = idsOf(name);
    return { ...newToken(id, survey, came, at), session, isNew: undefined };
  };
}

/** What to show a visitor who opens a survey's address. */
export type Opened =
  | {
      kind: "page";
      /** None before the first answer. */
      token?: VisitToken;
      state: VisitState;
      /** The question to show. */
      step: string;
      /** The requested question could only be reached by a lost visit. */
      expired: boolean;
      /** When the browser's newest visit to this survey was last active, epoch milliseconds; undefined without one. */
      lastSeen: number | undefined;
    }
  /** The visit has made its lead: an old page redirects to the thank-you page or the survey's own last screen. */
  | { kind: "done"; location: string; ending: string | null };

export type OpenVisit = (request: {
  entry: SurveyEntry;
  sessionId: string | null;
  arrival: Arrival;
  /** The question in the address, if any: browser Back, Forward and reload. */
  asked: string | null;
}) => Promise<Opened>;

/** Finds the visit a browser is in the middle of, or begins one; writes nothing. */
export function openVisitWith(deps: {
  store: Store;
  recentVisits: Pick<RecentVisits, "get" | "ofSession">;
  /** Creates an id for a click that came without one; returns undefined where an affiliate network will give it one. */
  newClickId: () => string | undefined;
  now: () => number;
  /** How long an unfinished visit can be resumed, in milliseconds. */
  keptMs: number;
  settings: ChartSettings & Pick<Settings, "campaigns">;
}): OpenVisit {
  const { store, recentVisits, newClickId, now, keptMs, settings } = deps;
  return async ({ entry, sessionId, arrival: came, asked }) => {
    const survey = entry.variant.code;
    const last = sessionId ? recentVisits.ofSession(entry, sessionId) : undefined;
    const kept = last && { id: last.id, length: last.state.log.length };
    const found = sessionId ? await store.visits.latest(sessionId, survey, kept) : undefined;
    const recent = found && recentVisits.get(found, entry, found.sessionId)?.state;
    const known = found?.isKnown
      ? last!.state
      : found && readVisit(entry, settings, storedLog(found), recent);
    if (found?.leadId && asked && asked !== known?.ending) {
      const { location } = (await store.leads.get(found.leadId))!;
      return { kind: "done", location, ending: known?.ending ?? null };
    }
    // A finished survey starts over, but its last screen can still be viewed.
    const isOver = found?.leadId || known?.ending;
    const goesOn = found && (asked || !isOver) && now() - found.updatedAt < keptMs;
    const first: LogEntry = { kind: "entry", at: now(), body: lookOf(came, settings.campaigns) };
    const state = goesOn ? known! : readVisit(entry, settings, [first]);
    const onTheWay = asked !== null && state.path.includes(asked);
    return {
      kind: "page",
      token: goesOn
        ? {
            id: found.id,
            survey,
            at: found.createdAt,
            arrival: newest(withClick(came, newClickId), state.visit.arrival),
            seen: known!.log.length,
          }
        : undefined,
      state,
      step: onTheWay ? asked : state.step,
      expired: !goesOn && !!asked && !onTheWay,
      lastSeen: found?.updatedAt,
    };
  };
}

/** A new click is recorded with the next answer; until then the page's addresses carry it. */
function newest(arrival: Arrival, known: Arrival): Arrival {
  return isNewSource(arrival, known) ? { ...arrival, region: known.region, arm: known.arm } : known;
}
