import type { SurveyEntry } from "../../machines/registry.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { openVisit } from "../../machines/visit/open-visit.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import { span } from "../observe/spans.ts";
import type { Visit as StoredVisit } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import type { VisitToken } from "./token.ts";

/** `newest`: where there is none yet, the session's newest visit of this survey, which is a finished one. */
export type ResolvedVisit = { stored: StoredVisit | undefined; newest: string | null };

/**
 * The visit a form belongs to. A form that was shown before the session's visit was stored, or had made
 * its lead, belongs to that visit too: however many tabs were opened, they make one lead.
 */
export async function resolveVisit(
  store: Pick<Store, "visits">,
  token: VisitToken,
  entry: SurveyEntry,
  sessionId: string,
): Promise<ResolvedVisit> {
  const own = token.isNew ? undefined : await store.visits.load(token.id);
  if (own) return { stored: own, newest: own.id };
  const latest = await store.visits.latest(sessionId, entry.variant.code);
  const isOwn = latest && (!latest.leadId || token.at <= latest.updatedAt);
  return { stored: isOwn ? latest : undefined, newest: latest?.id ?? null };
}

/** The visit a form belongs to, while it is stored, the session's own, and has made no lead. */
export async function visitUnderWay(
  store: Pick<Store, "visits">,
  token: VisitToken,
  entry: SurveyEntry,
  sessionId: string,
): Promise<StoredVisit | undefined> {
  const { stored } = await resolveVisit(store, token, entry, sessionId);
  return stored?.sessionId === sessionId && !stored.leadId ? stored : undefined;
}

/** The store knows entries by kind and JSON body; only `recordAnswers` writes them. */
export function storedLog(stored: StoredVisit | undefined): LogEntry[] {
  return (stored?.entries ?? []) as unknown as LogEntry[];
}

/** `openVisit`, its time in the trace of the request. */
export function readVisit(...[entry, settings, log, known]: Parameters<typeof openVisit>): VisitState {
  const about = { "claimpath.variant": entry.variant.code, "claimpath.entries": log.length };
  return span("replay", about, () => openVisit(entry, settings, log, known));
}
