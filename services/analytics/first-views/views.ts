/**
 * First views of a survey that pass a query's filters. Unknown because of:
 * - `filters`: they ask for something that is unknown before the first answer
 * - `older`: some sessions began before views were counted; `from` is the first day without such, if any
 */
export type ViewNumbers =
  | { isKnown: true; count: number }
  | { isKnown: false; why: "filters" | "older"; from: string | null };

/** First views without a session. There can be more sessions than views, because a crash loses views. */
export function bouncesOf(views: number, sessions: number): number {
  return Math.max(0, views - sessions);
}
