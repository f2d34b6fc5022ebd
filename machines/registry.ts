import type { Arrival } from "./context/tracking.ts";
import { draftsShown } from "./rules/drafts.ts";
import { pathContains, strippedPath } from "./rules/survey-path.ts";
import type { Language } from "./steps/step.ts";
import type { SurveyEntry, Variant } from "./variant.ts";
import * as all from "./variants/index.ts";

export type { SurveyEntry } from "./variant.ts";

/** The survey a visitor without one is sent to. */
export const defaultSurvey = "/survey/c";

/** Everything that follows from a list of variants. */
export type Registry = {
  /** Every variant, by its short code. */
  variants: ReadonlyMap<string, Required<Variant>>;
  /** Every survey path that is known by name, for the routes and the tests. */
  entryPaths: readonly string[];
  /**
   * The survey at `path`: exact except for letter case and a trailing slash, never by prefix (ruling 7); other paths by
   * the parts they contain (rulings 8, 34 and 35). Undefined for an unknown one.
   */
  findEntry(path: string): SurveyEntry | undefined;
  /** Finds one more from now on. */
  add(variant: Required<Variant>): void;
};

/** Segments of plain characters: such a path is safe in a redirect, and short enough for a log. */
const plain = /^(?:\/[\w.~%-]+)+$/;
const longestPath = 200;

/** Finds surveys among these variants. */
export function registryOf(listed: readonly Required<Variant>[]): Registry {
  const variants = new Map<string, Required<Variant>>();
  const entries = new Map<string, SurveyEntry>();
  const entryPaths: string[] = [];
  const add = (variant: Required<Variant>) => {
    variants.set(variant.code, variant);
    for (const [path, defaults] of Object.entries(variant.entries)) {
      if (!entries.has(path)) entryPaths.push(path);
      entries.set(path, { path, variant, defaults });
    }
  };
  listed.forEach(add);
  const findEntry = (path: string): SurveyEntry | undefined => {
    // First, since the time to cut off slashes grows with the square of their number.
    if (path.length > longestPath) return undefined;
    const visited = path.replace(/\/+$/, "");
    const exact = entries.get(visited.toLowerCase());
    if (exact) return exact;
    if (!plain.test(visited)) return undefined;
    const spanish = strippedPath(visited) === "surveyes" ? entries.get("/survey/es") : undefined;
    if (spanish) return { ...spanish, path: visited };
    const variant = listed.find(({ landingPart }) => landingPart && pathContains(visited, landingPart));
    return variant && { path: visited, variant, defaults: {} };
  };
  return { variants, entryPaths, findEntry, add };
}

const known: readonly Required<Variant>[] = Object.values(all);
const registry = registryOf(known.filter(({ isDraft }) => !isDraft));
export const { variants, entryPaths, findEntry } = registry;

/** Finds the surveys in these languages as well, which nobody has reviewed. For the start of a site, and once. */
export function showDrafts(languages: readonly Language[]): void {
  for (const language of languages) draftsShown.add(language);
  for (const each of known) if (each.isDraft && languages.includes(each.language)) registry.add(each);
}

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
