/**
 * How often a survey was looked at, for what the numbers are asked for. Not known:
 * - `filters`: they ask for what nobody knows of a visitor who has only looked
 * - `older`: sessions that began before views were counted are among them; `from` is the first day without such, if any
 */
export type ViewNumbers =
  | { isKnown: true; count: number }
  | { isKnown: false; why: "filters" | "older"; from: string | null };

/** Those who looked and did not answer; sessions are more where views were lost with a process that died. */
export function bouncesOf(views: number, sessions: number): number {
  return Math.max(0, views - sessions);
}
