import type { IncomingHttpHeaders } from "node:http";
import { meantQuery } from "../../../machines/lead/meant-query.ts";
import { type Arrival, type AssignedArm, lookOf, readArrival } from "../../../machines/lead/tracking.ts";
import { findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import { flagValue, readFlags } from "../../../machines/rules/page-flags.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { pageIn } from "../../site/links.ts";
import { sitePages } from "../../site/site-pages.ts";
import { isExternalHost } from "../external-host.ts";
import { isSignal } from "../opt-out.ts";
import { regionIn } from "../region.ts";

/** Which of the pages that are the same for everybody a request asks for. */
export type SharedPage = {
  /** Its own address: of the query only what it looks different by. */
  address: string;
  /** The browser sends the Global Privacy Control signal: the page loads nothing from others. */
  gpc: boolean;
  /** The visitor's state, where a proxy tells it and the page depends on it. */
  region?: string;
  /** Path of the survey, where an experiment may choose how it is shown, and the arm that it has chosen. */
  tried?: string;
  arm?: AssignedArm;
  /** The survey that it is the first page of, and how its visitor came: it is counted, and nothing of it is shown. */
  survey?: { entry: SurveyEntry; arrival: Arrival };
};

/** Their forms are sealed for each visitor. */
const withForms = new Set(
  (["/contact/", "/do-not-sell-my-information/"] as const).flatMap((path) => [path, pageIn("es", path)]),
);
const articles = new Set(
  sitePages
    .filter(({ path }) => !withForms.has(path))
    .flatMap(({ path }) => (path === "/" ? [path] : [path, path.slice(0, -1)])),
);

/**
 * Finds the shared page that a request asks for. Whatever could make a page its visitor's own (a session, an opt-out, a
 * question in the address, another host) is left to the server behind.
 * @param cookies names of our cookies that a page depends on
 */
export function sharedPageWith(
  settings: Pick<Settings, "siteOrigin" | "port" | "trustProxy" | "regionHeader" | "campaigns">,
  cookies: readonly string[],
): (request: { method?: string; url?: string; headers: IncomingHttpHeaders }) => SharedPage | undefined {
  const { regionHeader } = settings;
  return ({ method, url = "", headers }) => {
    if (method !== "GET" || !headers.host || !URL.canParse(`http://${headers.host}`)) return undefined;
    const header = (name: string) => headers[name.toLowerCase()]?.toString();
    if (isExternalHost({ headers: { get: (name) => header(name) ?? null } }, settings)) return undefined;
    const { cookie } = headers;
    if (cookie !== undefined && cookies.some((name) => cookie.includes(name))) return undefined;
    const gpc = isSignal(header("Sec-GPC"));
    const [path = "", search] = split(url);
    if (articles.has(path)) return { address: path, gpc };
    const entry = findEntry(path);
    if (!entry) return undefined;
    const query = new URLSearchParams(search);
    if (query.has("step") || meantQuery(search) !== undefined) return undefined;
    const region = regionHeader && regionIn(header(regionHeader) ?? null);
    const arrival = readArrival(entry.path, query, "");
    const look = new URLSearchParams(lookOf(arrival, settings.campaigns).query);
    const flags = look.get("flags");
    if (flags !== null) look.set("flags", knownFlags(flags));
    const address = look.size > 0 ? `${entry.path}?${look}` : entry.path;
    // Flags in the address beat an experiment's, and who came by them is in none.
    const survey = { entry, arrival };
    return { address, gpc, region, survey, ...(!query.has("flags") && { tried: entry.path }) };
  };
}

function split(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

/** The same flags in one order and without what is none: anybody can write an address. */
function knownFlags(text: string): string {
  return Object.entries(readFlags(text).flags)
    .map(([name, given]) => `${name}:${flagValue(given)}`)
    .sort()
    .join();
}
