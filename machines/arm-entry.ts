import type { Arrival } from "./lead/tracking.ts";
import { findEntry, type SurveyEntry } from "./registry.ts";

/**
 * What an experiment's arm shows at a path: the same, or another survey in its place, for which the visitor's own path
 * presets offer and affiliate as ever. A survey that is gone is the path's own again.
 * @param find where the surveys are another state's of the project
 */
export function entryInArm(entry: SurveyEntry, arm: Arrival["arm"], find = findEntry): SurveyEntry {
  const other = arm?.survey === undefined ? undefined : find(arm.survey);
  if (!other || other.variant === entry.variant) return entry;
  const { oid, affid } = entry.defaults;
  return { path: entry.path, variant: other.variant, defaults: { ...other.defaults, oid, affid } };
}
