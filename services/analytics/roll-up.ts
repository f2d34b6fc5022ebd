import { findEntry, type SurveyEntry, variants } from "../../machines/registry.ts";
import type { ChartSettings } from "../../machines/visit/input.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import { leafShown, passagesOf } from "../../machines/visit/passages.ts";
import { isOver } from "../../machines/visit/visit-state.ts";
import type { AnalyticsSession, GrownVisit } from "../store/analytics-types.ts";
import { readVisit } from "../visits/read-visit.ts";
import { storedLog } from "../visits/resolve-visit.ts";
import { sessionOf } from "./session.ts";
import { sourceOf } from "./source.ts";

/** What a session is made by besides its visit's log. @param day counts days in the site's time zone */
export type RollUp = { settings: ChartSettings; day: (at: number) => number };

/** A stored visit as analysts count it; null where its survey is gone or nothing was ever recorded. */
export function rollUp(visit: GrownVisit, { settings, day }: RollUp): AnalyticsSession | null {
  const log = storedLog(visit);
  const entry = entryOf(visit.variant, log);
  if (!entry || log.length === 0) return null;
  const state = readVisit(entry, settings, log);
  return sessionOf({
    visitId: visit.id,
    entry,
    source: sourceOf(entry, state.visit, { version: visit.machineVersion, settings }),
    log,
    passages: passagesOf(entry, log, settings),
    place: leafShown(state),
    lead: visit.lead,
    isOver: isOver(state),
    day,
  });
}

/** The survey that a visit is of; at its own path, as long as that still shows it. */
function entryOf(code: string, log: readonly LogEntry[]): SurveyEntry | undefined {
  const [first] = log;
  const path = first?.kind === "entry" ? first.body.path : `/survey/${code}`;
  const found = findEntry(path);
  if (found?.variant.code === code) return found;
  const variant = variants.get(code);
  return variant && { path, variant, defaults: {} };
}
