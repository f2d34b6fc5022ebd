import { track } from "../lead/tracking.ts";
import type { SurveyEntry } from "../registry.ts";
import { today } from "../rules/dates.ts";
import { pageFlags } from "../rules/page-flags.ts";
import type { SurveyInput, SurveySettings } from "../survey.ts";
import type { Visit } from "./log.ts";

/** The lists of states that charts ask about. */
export type ChartSettings = Partial<SurveySettings>;

/** What a chart is told of how a visitor came in, by the visit's newest arrival. */
export function inputFor(
  entry: SurveyEntry,
  { arrival, startedAt }: Pick<Visit, "arrival" | "startedAt">,
  settings: ChartSettings = {},
): SurveyInput {
  const { dateOfBirthStates = [], noDefaultBuyersStates = [] } = settings;
  return {
    path: entry.path,
    tracking: track(arrival, entry.defaults),
    flags: pageFlags(arrival.query.flags, entry.defaults.flags),
    region: arrival.region,
    settings: { dateOfBirthStates, noDefaultBuyersStates },
    // Until an answer brings the visitor's own day; a replay must not depend on when it is made.
    today: today(startedAt, "UTC", "UTC"),
  };
}
