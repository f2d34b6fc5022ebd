import type { EntryDefaults } from "./lead/tracking.ts";
import { pathContains, strippedPath } from "./survey-path.ts";
import type { Variant } from "./variant.ts";
import * as all from "./variants/index.ts";

/** Every variant, by its short code. */
export const variants: ReadonlyMap<string, Required<Variant>> = new Map(
  Object.values(all).map((variant) => [variant.code, variant]),
);

/** The survey a visitor without one is sent to. */
export const defaultSurvey = "/survey/c";

/** A path and what it shows. */
export type SurveyEntry = { path: string; variant: Required<Variant>; defaults: EntryDefaults };

const entries: ReadonlyMap<string, SurveyEntry> = new Map(
  [...variants.values()].flatMap((variant) =>
    Object.entries(variant.entries).map(([path, defaults]) => [path, { path, variant, defaults }] as const),
  ),
);

/** Paths of landing pages elsewhere are free but for these parts (specification 2.4). */
const containing: readonly (readonly [part: string, variant: Required<Variant>])[] = [
  ["surveyv4nv", all.v4nv],
  ["surveyv4g", all.v4g],
  ["surveyv5nv", all.v5nv],
];

/** Segments of plain characters: such a path is safe in a redirect, and short enough for a log. */
const plain = /^(?:\/[\w.~%-]+)+$/;
const longestPath = 200;

/**
 * The survey at `path`: exact but for a trailing slash, never by prefix (decision 7); for all other paths
 * by the parts they contain (decisions 8, 34 and 35). Undefined for an unknown one.
 */
export function findEntry(path: string): SurveyEntry | undefined {
  const visited = path.replace(/\/+$/, "");
  const exact = entries.get(visited);
  if (exact) return exact;
  if (visited.length > longestPath || !plain.test(visited)) return undefined;
  if (strippedPath(visited) === "surveyes") return { ...entries.get("/survey/es")!, path: visited };
  const found = containing.find(([part]) => pathContains(visited, part));
  return found && { path: visited, variant: found[1], defaults: {} };
}

/** Every survey path that is known by name, for the routes and the tests. */
export const entryPaths: readonly string[] = [...entries.keys()];
