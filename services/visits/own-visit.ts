import type { SurveyEntry } from "../../machines/registry.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { Store, Visit as StoredVisit } from "../store/types.ts";
import type { VisitToken } from "./token.ts";

/**
 * The visit a form belongs to. A form that was shown before the session's visit was stored, or had made
 * its lead, belongs to that visit too: however many tabs were opened, they make one lead.
 */
export async function ownVisit(
  store: Pick<Store, "visits">,
  token: VisitToken,
  entry: SurveyEntry,
  sessionId: string,
): Promise<StoredVisit | undefined> {
  const own = await store.visits.load(token.id);
  if (own) return own;
  const latest = await store.visits.latest(sessionId, entry.variant.code);
  return latest && (!latest.leadId || token.at <= latest.updatedAt) ? latest : undefined;
}

/** The store knows entries by kind and JSON body; only `recordAnswer` writes them. */
export function storedLog(stored: StoredVisit | undefined): LogEntry[] {
  return (stored?.entries ?? []) as unknown as LogEntry[];
}
