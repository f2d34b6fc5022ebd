import { type SourceLevels, sourcePath, usualLevels } from "../../machines/context/source-path.ts";
import { type Arrival, track } from "../../machines/context/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import { defaultFlags, flagValue, type PageFlags } from "../../machines/rules/page-flags.ts";
import type { Visit } from "../../machines/visit/log.ts";
import { type ChartSettings, flagsOf } from "../../machines/visit/open-visit.ts";
import { bearerIn, isId } from "../observe/telling.ts";
import type { AnalyticsSource } from "../store/rows.ts";
import { machineVersion } from "../visits/machine-version.ts";
import { deviceClasses } from "./device.ts";

/**
 * Other companies make these ids; one that does not look like an id (an e-mail address), or that identifies the
 * visitor, is not stored.
 */
const id = /^[\w.-]{0,64}$/;
/**
 * `knownAffiliates`: ids that are the operator's own, whatever their visitors are called. `sourceLevels`: the sub ids that a
 * source is made of.
 */
export type SourceSettings = ChartSettings & {
  knownAffiliates?: ReadonlySet<string>;
  sourceLevels?: SourceLevels;
};

/** Replaces ids that are not stored or not counted separately. */
export const otherId = "(other)";

/**
 * Where a visit came from, by its newest arrival.
 * @param version hash of the chart under which it was last written to
 * @param settings with the page flags of paths
 */
export function sourceOf(
  entry: SurveyEntry,
  { arrival, facts, trail = [] }: Pick<Visit, "arrival" | "facts"> & Partial<Pick<Visit, "trail">>,
  {
    version = machineVersion(entry.variant),
    simulated = false,
    settings = {},
  }: { version?: string; simulated?: boolean; settings?: SourceSettings } = {},
): AnalyticsSource {
  const { variant, defaults, path } = entry;
  const tracking = track(arrival, defaults);
  const { oid, affid } = tracking;
  const bearer = bearerIn(Object.assign({}, ...trail.map(({ answers }) => answers)));
  const kept = (given: string) => {
    if (given === "" || (id.test(given) && given === affid && settings.knownAffiliates?.has(given)))
      return given;
    return id.test(given) && isId(given, bearer, 64) ? given : otherId;
  };
  return {
    variant: variant.code,
    path,
    offer: oid,
    affiliate: kept(affid),
    subId: sourcePath(tracking, settings.sourceLevels ?? usualLevels, kept),
    version,
    device: deviceClasses.find((known) => known === arrival.device) ?? "other",
    language: variant.language,
    flags: [...flagTexts(flagsOf(entry, arrival, settings)), ...armTexts(arrival)].join(","),
    scripts: facts.scripts ? "on" : "off",
    simulated,
  };
}

/** Flags that differ from their defaults, as `theme:v3` or, for an on/off flag, `socialProof:on`. */
function flagTexts(flags: PageFlags): string[] {
  const names = Object.keys(flags) as (keyof PageFlags)[];
  return names
    .filter((name) => flags[name] !== defaultFlags[name])
    .map((name) => `${name}:${flagValue(flags[name])}`);
}

/** The visit's arm, stored like flags: `experiment:cta/large,drawn:3fa91c22`. */
function armTexts({ arm, query }: Arrival): string[] {
  if (!arm) return [];
  const { experiment, name, version, won } = arm;
  // Flags in the address override the arm's.
  const isCrossed = query.flags !== undefined;
  return [
    `experiment:${experiment}/${name}${won ? " (won)" : ""}`,
    `drawn:${version}${isCrossed ? " crossed" : ""}`,
  ];
}

/** The arm's part of the flags that `sourceOf` wrote. */
export function armsIn(text: string): string {
  return text
    .split(",")
    .filter((part) => /^(experiment|drawn):/.test(part))
    .join(",");
}

/** Reads the flags that `sourceOf` wrote: all by name, and the arm as `experiment` (`none` without one). */
export function readFlags(text: string): Record<string, string> {
  const named = partsOf(text).filter(([name]) => name && name !== "drawn");
  const defaults = Object.entries(defaultFlags).map(([name, value]) => [name, flagValue(value)]);
  return Object.fromEntries([...defaults, ["experiment", "none"], ...named]);
}

/** The arm that `sourceOf` wrote; undefined if none, or if the winner was shown to everybody. */
export function readArm(
  text: string,
): { experiment: string; arm: string; version: string; isCrossed: boolean } | undefined {
  const { experiment: shown, drawn } = Object.fromEntries(partsOf(text)) as Record<string, string>;
  const [, experiment, arm] = /^([a-z\d-]+)\/([a-z\d-]+)$/.exec(shown ?? "") ?? [];
  if (!experiment || !arm) return undefined;
  const [version = "", crossed] = (drawn ?? "").split(" ");
  return { experiment, arm, version, isCrossed: crossed !== undefined };
}

const partsOf = (text: string) => text.split(",").map((part) => part.split(":"));
