import * as z from "zod";
import { type Arrival, longestReferer, readArrival } from "../../../machines/lead/tracking.ts";
import { findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import { deviceClass } from "../../../services/analytics/device.ts";
import type { Caller } from "../../../services/visits/perform.ts";
import type { Shown } from "../../../services/visits/shown-consent.ts";
import { type FirstView, openToken, type VisitToken } from "../../../services/visits/token.ts";
import type { RequestContext } from "../../server/context.ts";
import { headerText } from "../../server/header-text.ts";
import { regionIn } from "./region.ts";

/** Longest User-Agent kept, in UTF-16 units. */
const longestAgent = 500;

/** Who is answering, from the request itself. @param timeZone as the browser named it, if it did */
export function callerOf(
  request: Request,
  { ip, services }: Pick<RequestContext, "ip" | "services">,
  sessionId: string,
  timeZone?: string,
): Caller & { timeZone: string } {
  return {
    sessionId,
    ip,
    userAgent: headerText(request.headers.get("User-Agent")).slice(0, longestAgent),
    timeZone: timeZone ?? services.settings.siteTimeZone,
  };
}

/** How a request has come in. @param query of the page's address, whatever posts to us */
export function arrivalOf(
  request: Request,
  { services }: Pick<RequestContext, "services">,
  { path, variant: { keepsQuery } }: SurveyEntry,
  query: URLSearchParams,
): Arrival {
  const { regionHeader } = services.settings;
  return readArrival(path, query, "", {
    keepsQuery,
    region: regionHeader && regionIn(request.headers.get(regionHeader)),
    device: deviceClass(request.headers.get("User-Agent") ?? ""),
  });
}

/** Who sent the visitor to this page. */
export function refererOf({ headers }: Request): string {
  return headerText(headers.get("Referer")).slice(0, longestReferer);
}

/** Shape of what a consent's hidden field says: its seal, then the firms that it named. */
const shownField = z
  .string()
  .max(4096)
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(z.tuple([z.string()], z.string()));

/** What the screen says that it showed; undefined where it says nothing that could be true. */
export function shownIn(field: unknown): Shown | undefined {
  try {
    const [seal, ...firms] = shownField.parse(field);
    return { seal, firms };
  } catch {
    return undefined;
  }
}

/** The way in of the visit itself, whatever address of its survey a post names: presets and the consent's page are by it. */
export function entryOfVisit(named: SurveyEntry, { arrival }: VisitToken): SurveyEntry {
  const own = findEntry(arrival.path);
  return own?.variant.code === named.variant.code ? own : named;
}

/**
 * The visit that a post belongs to, by its form's token or, where the form was a first view's and has none, one that begins
 * with it; undefined for a token that is not ours, or another survey's.
 */
export function tokenOf(
  { services }: Pick<RequestContext, "services">,
  { variant }: SurveyEntry,
  arrival: Arrival,
  given: string | undefined,
  first: FirstView | undefined,
): VisitToken | undefined {
  if (!given) return services.beginVisit(variant.code, arrival, first);
  const token = openToken(services.seal, given);
  return token?.survey === variant.code ? token : undefined;
}
