import type { SurveyEntry } from "../../machines/registry.ts";
import { type Fact, isNewFact } from "../../machines/visit/facts.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { ChartSettings } from "../../machines/visit/open-visit.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import { StoreBusy } from "../store/engine/failures.ts";
import type { BegunVisit } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { readVisit, storedLog, visitUnderWay } from "./resolve-visit.ts";
import type { VisitToken } from "./token.ts";

const tries = 12;

/**
 * Adds facts to a stored visit in any state. Once it has made its lead nothing is added.
 * @param seen the visit as it was last seen, which is tried first
 * @returns the whole log
 * @throws StoreUnavailable when the store cannot take it now
 */
export async function keepFacts(
  store: Pick<Store, "visits">,
  visitId: string,
  facts: readonly Fact[],
  now: () => number,
  seen?: { visit: BegunVisit; log: readonly LogEntry[] },
): Promise<readonly LogEntry[]> {
  for (let count = 1, known = seen; count <= tries; count++, known = undefined) {
    const stored = known ? undefined : await store.visits.load(visitId);
    const visit = known?.visit ?? stored;
    const log = known?.log ?? storedLog(stored);
    if (!visit || stored?.leadId) return log;
    const entries = facts.map((body) => ({ kind: "fact" as const, at: now(), body }));
    if ((await store.visits.append(visit, log.length, entries)) === "ok") return [...log, ...entries];
  }
  throw new StoreBusy();
}

/** Keeps what was learned about a visit that is under way. */
export type RecordFact = (request: {
  entry: SurveyEntry;
  token: VisitToken;
  sessionId: string;
  fact: Fact;
  /** The fact counts only while this holds of the visit. */
  provided?: (state: VisitState) => boolean;
}) => Promise<"kept" | "refused">;

/**
 * Refuses visits that are not the session's own, are not stored yet or have made their lead.
 * @throws StoreUnavailable when the store cannot take it now
 */
export function recordFactWith(deps: {
  store: Pick<Store, "visits">;
  now: () => number;
  settings?: ChartSettings;
}): RecordFact {
  const { store, now, settings = {} } = deps;
  return async ({ entry, token, sessionId, fact, provided = () => true }) => {
    const visit = await visitUnderWay(store, token, entry, sessionId);
    if (!visit) return "refused";
    const log = storedLog(visit);
    const state = readVisit(entry, settings, log);
    if (!provided(state)) return "refused";
    // An existing fact is safe only after a write of its visit (decision "A lost leader is waited for").
    const facts = isNewFact(state.visit.facts, fact) ? [fact] : [];
    await keepFacts(store, visit.id, facts, now, { visit, log });
    return "kept";
  };
}
