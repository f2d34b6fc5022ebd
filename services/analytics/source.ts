import { track } from "../../machines/lead/tracking.ts";
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
const otherId = "(other)";

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
    flags: flagsText(flagsOf(entry, arrival, settings)),
    scripts: facts.scripts ? "on" : "off",
    simulated,
  };
}

/** Those that are not as by default, an on/off flag's values being `on` and `off`: `theme:v3,socialProof:on`. */
function flagsText(flags: PageFlags): string {
  const names = Object.keys(flags) as (keyof PageFlags)[];
  return names
    .filter((name) => flags[name] !== defaultFlags[name])
    .map((name) => `${name}:${flagValue(flags[name])}`)
    .join(",");
}

/** Reads what `sourceOf` wrote: all flags by name. */
export function readFlags(text: string): Record<string, string> {
  const named = text.split(",").map((part) => part.split(":"));
  const defaults = Object.entries(defaultFlags).map(([name, value]) => [name, flagValue(value)]);
  return Object.fromEntries([...defaults, ...named.filter(([name]) => name)]);
}
