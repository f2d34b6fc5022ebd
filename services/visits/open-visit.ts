import type { Arrival } from "../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import type { Store } from "../store/types.ts";
import { storedLog } from "./own-visit.ts";
import { type Stand, standing } from "./stand.ts";
import type { VisitToken } from "./token.ts";

/** What a visitor who opens a survey's address is to see. */
export type Opened =
  | {
      kind: "page";
      token: VisitToken;
      stand: Stand;
      /** The question to show. */
      step: string;
      /** A question was asked for that only a lost visit could have reached. */
      expired: boolean;
    }
  /** The visit has made its lead: an old page leads back to its thanks. */
  | { kind: "done"; location: string };

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
  newId: () => string;
  now: () => number;
  /** How long an unfinished visit is taken up again, in milliseconds. */
  keptMs: number;
}): OpenVisit {
  const { store, newId, now, keptMs } = deps;
  return async ({ entry, sessionId, arrival, asked }) => {
    const survey = entry.variant.code;
    const found = sessionId ? await store.visits.latest(sessionId, survey) : undefined;
    if (found?.leadId && asked) {
      return { kind: "done", location: (await store.leads.get(found.leadId))!.location };
    }
    const goesOn = found && !found.leadId && now() - found.updatedAt < keptMs;
    const stand = standing(entry, goesOn ? storedLog(found) : []);
    const token: VisitToken = goesOn
      ? { id: found.id, survey, at: found.createdAt, arrival: stand.visit.arrival }
      : { id: newId(), survey, at: now(), arrival };
    const onTheWay = asked !== null && stand.path.includes(asked);
    return {
      kind: "page",
      token,
      stand,
      step: onTheWay ? asked : stand.step,
      expired: !goesOn && !!asked && !onTheWay,
    };
  };
}
