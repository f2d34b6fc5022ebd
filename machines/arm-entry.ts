import type { Arrival } from "./lead/tracking.ts";
import { findEntry, type SurveyEntry } from "./registry.ts";

/**
 * The survey that an experiment's arm shows at a path: the path's own or another one, always with the offer and affiliate
 * of the path that was visited. If the other survey no longer exists, the path's own is shown.
 * @param find looks up entries; passed in where surveys come from another revision of the project
 */
export function entryInArm(entry: SurveyEntry, arm: Arrival["arm"], find = findEntry): SurveyEntry {
  const other = arm?.survey === undefined ? undefined : find(arm.survey);
  if (!other || other.variant === entry.variant) return entry;
  const { oid, affid } = entry.defaults;
  return { path: entry.path, variant: other.variant, defaults: { ...other.defaults, oid, affid } };
}
