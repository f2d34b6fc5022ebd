import { findEntry } from "../../machines/registry.ts";
import type { Pixels } from "../../machines/site/page-scripts.ts";
import type { Settings } from "../../services/settings/env.ts";

/** Origins that pages may use besides our own, by what for. */
export type ThirdParties = { scripts: string[]; connections: string[]; images: string[] };

/** Pages of those who run the site. */
export function isOperators(path: string): boolean {
  return /^\/(console|graphs)(\/|$)/.test(path);
}

/** Pages that load nothing from others, whatever is set: the operator's, and those on which people say what must not be passed on. */
export function loadsNothing(path: string): boolean {
  return isOperators(path) || /^(\/es)?\/(do-not-sell-my-information|receipt)(\/|$)/.test(path);
}

/** Addresses by what they are for; what is not configured is undefined. */
type Addresses = { [kind in keyof ThirdParties]?: (string | undefined)[] };

/** Hosts that a vendor's script turns to besides its own, by where the script lies. */
const companions: Record<string, Addresses> = {
  "https://api.trustedform.com": {
    scripts: ["https://cdn.trustedform.com"],
    connections: ["https://cdn.trustedform.com"],
    images: ["https://cdn.trustedform.com"],
  },
  "https://create.lidstatic.com": {
    connections: ["https://create.leadid.com"],
    images: ["https://create.leadid.com"],
  },
  "https://b-js.ringba.com": { connections: ["https://display.ringba.com"] },
};

type Loaded = Pick<Settings, "pixels" | "pageScripts" | "callTracker">;

/**
 * Where the page at a path loads scripts and pixels from and whom these may call, by the settings; nothing that is
 * not set. Surveys have all of it, the other pages the call tracker alone, and some nothing.
 * @returns the same object for pages that load the same
 */
export function thirdParties({ pixels, pageScripts, callTracker }: Loaded): (path: string) => ThirdParties {
  const calls = callTrackerOrigins(callTracker);
  const scripts = [...calls, ...scriptOrigins(pageScripts)];
  const site = together(calls);
  const nobody = together([]);
  const survey = together([...scripts, ...pixelOrigins(pixels.everywhere)]);
  const ofPaths = new Map(
    Object.entries(pixels.at).map(([path, own]) => [path, together([...scripts, ...pixelOrigins(own)])]),
  );
  return (path) => {
    if (loadsNothing(path)) return nobody;
    const entry = findEntry(path);
    return entry ? (ofPaths.get(entry.path) ?? survey) : site;
  };
}

function callTrackerOrigins(tracker: Loaded["callTracker"]): Addresses[] {
  if (!tracker) return [];
  if ("ringba" in tracker) return caller(tracker.ringba.script);
  return [{ scripts: [tracker.retreaver.script], connections: [tracker.retreaver.api] }];
}

function scriptOrigins({ everflow, trustedForm, jornaya, publicIp }: Loaded["pageScripts"]): Addresses[] {
  return [
    { images: [trustedForm?.script, jornaya?.script], connections: publicIp?.urls },
    ...[everflow, trustedForm, jornaya].flatMap((vendor) => caller(vendor?.script)),
  ];
}

function pixelOrigins(pixels: Pixels): Addresses[] {
  const { meta, tiktok } = pixels.loadSocialPixel ?? {};
  const vendors = [pixels.loadMediaScript, pixels.loadAdTrackingScript, tiktok?.script];
  return [
    { scripts: vendors, connections: vendors, images: vendors },
    { scripts: [meta?.script], connections: [meta?.image], images: [meta?.image, pixels.loadTrackingPixel] },
  ];
}

/** A script that calls its own host, and those known to go with it. */
function caller(script: string | undefined): Addresses[] {
  if (!script) return [];
  return [{ scripts: [script], connections: [script] }, companions[new URL(script).origin] ?? {}];
}

function together(all: Addresses[]): ThirdParties {
  const of = (kind: keyof ThirdParties) => origins(all.flatMap((each) => each[kind] ?? []));
  return { scripts: of("scripts"), connections: of("connections"), images: of("images") };
}

function origins(addresses: (string | undefined)[]): string[] {
  const given = addresses.filter((address) => address !== undefined);
  return [...new Set(given.map((address) => new URL(address).origin))];
}
