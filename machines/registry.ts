import type { EntryDefaults } from "./lead/tracking.ts";
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

/** The survey at `path`; exact but for a trailing slash, never by prefix (decision 7). */
export function findEntry(path: string): SurveyEntry | undefined {
  return entries.get(path.replace(/\/+$/, "")) ?? undefined;
}

/** Every survey path, for the routes and the tests. */
export const entryPaths: readonly string[] = [...entries.keys()];
