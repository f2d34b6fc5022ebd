import type { Arrival } from "../../../machines/lead/tracking.ts";
import { findEntry, variants } from "../../../machines/registry.ts";
import { surveyAt } from "../../../machines/visit/open-visit.ts";
import { leafShown } from "../../../machines/visit/passages.ts";
import { readVisit } from "../../../machines/visit/visit-state.ts";

const known = new Map<string, string>();
/** Visitors can make up landing paths and flags. */
const mostKnown = 10_000;

/** The node where a survey begins today for a path and page flags. @param flags as in `AnalyticsSource` */
export function firstPlace(code: string, path: string, flags: string): string | undefined {
  const key = `${code} ${path} ${flags}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const variant = variants.get(code);
  if (!variant) return undefined;
  const named = findEntry(path);
  const [firstPath = ""] = Object.keys(variant.entries);
  const entry = named?.variant.code === code ? named : { path: firstPath, variant, defaults: {} };
  const body: Arrival = { path: entry.path, query: { flags }, referer: "" };
  const place = leafShown(readVisit(surveyAt(entry, {}), [{ at: 0, kind: "entry", body }]));
  if (known.size >= mostKnown) known.clear();
  known.set(key, place);
  return place;
}
