import type { SurveyPageData } from "./page-data.ts";

/** True while the overlay covers the page; when nothing is waited for any more, it lies behind the step on screen. */
export function isCovered({ session, screen }: Pick<SurveyPageData, "session" | "screen">): boolean {
  return session.showOverlay && screen.waiting !== null;
}
