import type { SurveyEntry } from "../../machines/registry.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { VisitToken } from "./token.ts";

/** A visit as this process last saw it, with all of its log. */
export type RecentVisit = { id: string; sessionId: string; path: string; state: VisitState };

/** Some 20 KB each. */
const mostKept = 1_000;
const keptMs = 10 * 60 * 1000;

/**
 * The visits whose answers this process has just stored: the next answer need not read and replay the log, nor the page
 * behind an answer. This memory is never trusted by itself: for an answer it counts only
 * once an entry was stored behind it, which the store refuses where another process has written meanwhile, and for a
 * page only as far as the stored log agrees: where it is as long as the store says, it is the same.
 */
export class RecentVisits {
  private readonly kept = new Map<string, RecentVisit & { at: number }>();
  /** By session and path the id of the newest. */
  private readonly bySession = new Map<string, string>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** @param sessionId a visit of another session is not known */
  get({ id }: Pick<VisitToken, "id">, { path }: SurveyEntry, sessionId: string): RecentVisit | undefined {
    const found = this.kept.get(id);
    const isUsable = found?.sessionId === sessionId && found.path === path && this.now() - found.at < keptMs;
    return isUsable ? found : undefined;
  }

  /** The session's newest visit at a survey's path. */
  ofSession(entry: SurveyEntry, sessionId: string): RecentVisit | undefined {
    const id = this.bySession.get(`${sessionId} ${entry.path}`);
    return id === undefined ? undefined : this.get({ id }, entry, sessionId);
  }

  keep(visit: RecentVisit): void {
    this.kept.delete(visit.id);
    this.kept.set(visit.id, { ...visit, at: this.now() });
    this.bySession.set(`${visit.sessionId} ${visit.path}`, visit.id);
    for (const [id, { at }] of this.kept) {
      if (this.kept.size <= mostKept && this.now() - at < keptMs) break;
      this.forget(id);
    }
  }

  forget(id: string): void {
    const { sessionId, path } = this.kept.get(id) ?? {};
    this.kept.delete(id);
    if (this.bySession.get(`${sessionId} ${path}`) === id) this.bySession.delete(`${sessionId} ${path}`);
  }
}
