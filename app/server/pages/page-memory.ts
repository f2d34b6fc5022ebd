import type { IncomingHttpHeaders } from "node:http";
import { type Arrival, type AssignedArm, lookOf, readArrival } from "../../../machines/context/tracking.ts";
import { meantQuery } from "../../../machines/lead/meant-query.ts";
import { findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import { flagValue, readFlags } from "../../../machines/rules/page-flags.ts";
import { asksAllAtOnce } from "../../../machines/variant.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { languages } from "../../../services/words/languages.ts";
import { pageIn } from "../../site/links.ts";
import { sitePages } from "../../site/site-pages.ts";
import { type PackedPage, packed, tightlyPacked } from "../answers/compress.ts";
import { isExternalHost, isSignal, regionIn } from "../requests/request-facts.ts";

/** Which of the pages that are the same for everybody a request asks for. */
export type SharedPage = {
  /** Its own address, with only the parameters that change how it looks. */
  address: string;
  /** The browser sends the Global Privacy Control signal: the page loads nothing from others. */
  gpc: boolean;
  /** The visitor's state, where a proxy sends it and the page depends on it. */
  region?: string;
  /** Path of the survey, where an experiment may choose how it is shown, and the arm that it has chosen. */
  tried?: string;
  arm?: AssignedArm;
  /** The survey whose first page it is, and how its visitor came: it is counted, and not shown. */
  survey?: { entry: SurveyEntry; arrival: Arrival };
};

/** Pages whose forms are sealed for each visitor. */
const withForms = new Set(
  (["/contact/", "/do-not-sell-my-information/"] as const).flatMap((path) =>
    languages.map((language) => pageIn(language, path)),
  ),
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
  settings: Pick<Settings, "siteOrigin" | "port" | "trustProxy" | "regionHeader" | "campaigns" | "arms">,
  cookies: readonly string[],
): (request: { method?: string; url?: string; headers: IncomingHttpHeaders }) => SharedPage | undefined {
  const { regionHeader } = settings;
  /** A form that makes a lead at once names its visit; an arm that may show one is drawn where that page is made. */
  const namesItsVisit = ({ path, variant }: SurveyEntry) =>
    asksAllAtOnce(variant) ||
    settings.arms.shownAt(path).some((shown) => asksAllAtOnce(findEntry(shown)?.variant ?? variant));
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
    if (!entry || namesItsVisit(entry)) return undefined;
    const query = new URLSearchParams(search);
    if (query.has("step") || meantQuery(search) !== undefined) return undefined;
    const region = regionHeader && regionIn(header(regionHeader) ?? null);
    const arrival = readArrival(entry.path, query, "");
    const look = new URLSearchParams(lookOf(arrival, settings.campaigns).query);
    const flags = look.get("flags");
    if (flags !== null) look.set("flags", knownFlags(flags));
    const address = look.size > 0 ? `${entry.path}?${look}` : entry.path;
    // Flags in the address override an experiment's, and exclude the visitor from it.
    const survey = { entry, arrival };
    return { address, gpc, region, survey, ...(!query.has("flags") && { tried: entry.path }) };
  };
}

function split(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}

/** The same flags in one order, without unknown ones, since anybody can write an address. */
function knownFlags(text: string): string {
  return Object.entries(readFlags(text).flags)
    .map(([name, given]) => `${name}:${flagValue(given)}`)
    .sort()
    .join();
}

type MadePage<Body> = {
  body: Body;
  headers: Readonly<Record<string, string>>;
  /** The route that a request for it is counted as. */
  route: string;
  /** Whether viewers get a session with it. */
  beginsSession: boolean;
};
export type KeptPage = MadePage<PackedPage>;

/** Makes a page that knows nothing else. @returns undefined when it is unavailable at the moment */
export type MakePage = (page: SharedPage) => Promise<MadePage<Buffer> | undefined>;

/** About 50 KB each; anybody can request another landing address or another mix of flags. */
const mostKept = 500;
const dayMs = 24 * 60 * 60 * 1000;

/** Keeps the newest pages. Each is made once, for the first request that wants it. */
export class PageMemory {
  private readonly kept = new Map<string, KeptPage & { isTight?: true }>();
  private readonly underWay = new Map<string, Promise<KeptPage | undefined>>();
  private day = 0;
  private readonly make: MakePage;
  private readonly now: () => number;
  private readonly version: () => number;
  private keptVersion = 0;

  /** @param version grows when pages that were made before say something else */
  constructor(make: MakePage, now: () => number, version: () => number = () => 0) {
    this.make = make;
    this.now = now;
    this.version = version;
  }

  /** @returns undefined on the first request for the page */
  known(page: SharedPage): KeptPage | undefined {
    // A survey's first page depends on the day.
    const day = Math.floor(this.now() / dayMs);
    const version = this.version();
    if (day !== this.day || version !== this.keptVersion) this.kept.clear();
    [this.day, this.keptVersion] = [day, version];
    const key = keyOf(page);
    const found = this.kept.get(key);
    if (!found) return undefined;
    if (!found.isTight) this.tighten(found);
    this.kept.delete(key);
    this.kept.set(key, found);
    return found;
  }

  async get(page: SharedPage): Promise<KeptPage | undefined> {
    const key = keyOf(page);
    const made = this.known(page) ?? this.underWay.get(key) ?? this.add(key, page);
    if (made instanceof Promise) this.underWay.set(key, made);
    return made;
  }

  private async add(key: string, page: SharedPage): Promise<KeptPage | undefined> {
    try {
      const version = this.version();
      const made = await this.make(page);
      if (!made) return undefined;
      const kept = { ...made, body: packed(made.body) };
      // Made before the change: for this request only.
      if (version !== this.version()) return kept;
      if (this.kept.size >= mostKept) this.kept.delete(this.kept.keys().next().value!);
      this.kept.set(key, kept);
      return kept;
    } finally {
      this.underWay.delete(key);
    }
  }

  /** Runs on the second request for a page: addresses requested only once should cost no more than the page. */
  private tighten(page: KeptPage & { isTight?: true }): void {
    page.isTight = true;
    // On a failure its present ones will do.
    tightlyPacked(page.body).then(
      (body) => {
        page.body = body;
      },
      () => {},
    );
  }
}

const keyOf = ({ gpc, region, address, arm }: SharedPage) =>
  `${gpc} ${region} ${address}${arm ? ` ${arm.experiment} ${arm.name}` : ""}`;
