import type { SurveyPageData } from "./page-data.ts";

/** The page of a visitor who has opted out: nothing is loaded from others or opened, and no other's number is shown. */
export function withoutThirdParties(page: SurveyPageData): SurveyPageData {
  const { scripts, callTracker, ...own } = page;
  return { ...own, effects: { pixels: {}, clickWindow: null, images: [] } };
}
