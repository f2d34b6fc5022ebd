import { type Arrival, track } from "../lead/tracking.ts";
import type { SurveyEntry } from "../registry.ts";
import { utcDay } from "../rules/dates.ts";
import { type PageFlags, pageFlags, readFlags } from "../rules/page-flags.ts";
import type { SurveyInput, SurveySettings } from "../survey.ts";
import type { Visit } from "./log.ts";

/** What a deployment sets: the lists of states that charts ask about, and the page flags of paths. */
export type ChartSettings = Partial<SurveySettings> & { pageFlags?: Record<string, Partial<PageFlags>> };

/** What a chart knows of how a visitor came in, by the visit's newest arrival. */
export function inputFor(
  entry: SurveyEntry,
  { arrival, startedAt }: Pick<Visit, "arrival" | "startedAt">,
  settings: ChartSettings = {},
): SurveyInput {
  const { dateOfBirthStates = [], noDefaultBuyersStates = [] } = settings;
  return {
    path: entry.path,
    tracking: track(arrival, entry.defaults),
    flags: flagsOf(entry, arrival, settings),
    region: arrival.region,
    settings: { dateOfBirthStates, noDefaultBuyersStates },
    // Until an answer brings the visitor's own day; a replay must not depend on when it is made.
    today: utcDay(startedAt),
  };
}

/** The page flags of a visit: those of its address override those of its experiment's arm, which override the path's. */
export function flagsOf(
  { path }: Pick<SurveyEntry, "path">,
  { query, arm }: Pick<Arrival, "query" | "arm">,
  settings: ChartSettings,
): PageFlags {
  const ofPath = settings.pageFlags?.[path];
  return pageFlags(query.flags, arm ? { ...ofPath, ...readFlags(arm.flags).flags } : ofPath);
}
