import { type Arrival, track } from "../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import { defaultFlags, flagValue, type PageFlags } from "../../machines/rules/page-flags.ts";
import { type ChartSettings, flagsOf } from "../../machines/visit/input.ts";
import type { Visit } from "../../machines/visit/log.ts";
import type { AnalyticsSource } from "../store/analytics.ts";
import { machineVersion } from "../visits/machine-version.ts";
import { deviceClasses } from "./types.ts";

/** Ids are other people's; what does not look like one (an address, a name) is not kept. */
const id = /^[\w.-]{0,64}$/;
/** Stands for such a one. */
export const otherId = "(other)";

const kept = (given: string) => (id.test(given) ? given : otherId);

/**
 * Where a visit came from, by its newest arrival.
 * @param version hash of the chart it was last written to under
 * @param settings the page flags of paths
 */
export function sourceOf(
  entry: SurveyEntry,
  { arrival, facts }: Pick<Visit, "arrival" | "facts">,
  {
    version = machineVersion(entry.variant),
    simulated = false,
    settings = {},
  }: { version?: string; simulated?: boolean; settings?: ChartSettings } = {},
): AnalyticsSource {
  const { variant, defaults, path } = entry;
  const { oid, affid, sub_id } = track(arrival, defaults);
  return {
    variant: variant.code,
    path,
    offer: oid,
    affiliate: kept(affid),
    subId: kept(sub_id),
    version,
    device: deviceClasses.find((known) => known === arrival.device) ?? "other",
    language: variant.language,
    flags: [...flagTexts(flagsOf(entry, arrival, settings)), ...armTexts(arrival)].join(","),
    scripts: facts.scripts ? "on" : "off",
    simulated,
  };
}

/** Those that are not as by default, an on/off flag's values being `on` and `off`: `theme:v3,socialProof:on`. */
function flagTexts(flags: PageFlags): string[] {
  const names = Object.keys(flags) as (keyof PageFlags)[];
  return names
    .filter((name) => flags[name] !== defaultFlags[name])
    .map((name) => `${name}:${flagValue(flags[name])}`);
}

/** Among the flags, which a visit's arm is much like: `experiment:cta/large,drawn:3fa91c22`. */
function armTexts({ arm, query }: Arrival): string[] {
  if (!arm) return [];
  const { experiment, name, version, won } = arm;
  // Somebody in an experiment who comes by an address with flags sees these from then on.
  const isCrossed = query.flags !== undefined;
  return [
    `experiment:${experiment}/${name}${won ? " (won)" : ""}`,
    `drawn:${version}${isCrossed ? " crossed" : ""}`,
  ];
}

/** Of what `sourceOf` wrote only the arm. */
export function armsIn(text: string): string {
  return text
    .split(",")
    .filter((part) => /^(experiment|drawn):/.test(part))
    .join(",");
}

/** Reads what `sourceOf` wrote: all flags by name, and the experiment's arm, if any, as one of them. */
export function readFlags(text: string): Record<string, string> {
  const named = partsOf(text).filter(([name]) => name && name !== "drawn");
  const defaults = Object.entries(defaultFlags).map(([name, value]) => [name, flagValue(value)]);
  return Object.fromEntries([...defaults, ["experiment", "none"], ...named]);
}

/** Which arm of an experiment `sourceOf` wrote, unless that was over and its winner was shown to everybody. */
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
