import { readArrival, track } from "../../../machines/lead/tracking.ts";
import type { SurveyPageData } from "../screen/page-data.ts";

/** The page with how its visitor came in: a first view is the same for everybody, and the address says the rest. */
export function arrivedPage(page: SurveyPageData): SurveyPageData {
  const { entry, input } = page;
  if (!entry.preset) return page;
  const { defaults, keepsQuery } = entry.preset;
  const arrival = readArrival(entry.path, new URLSearchParams(location.search), "", { keepsQuery });
  return {
    ...page,
    entry: { ...entry, query: arrival.query },
    input: { ...input, tracking: track(arrival, defaults) },
  };
}
