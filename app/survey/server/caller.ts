import { createHash } from "node:crypto";
import * as z from "zod";
import {
  type Arrival,
  type AssignedArm,
  longestReferer,
  readArrival,
} from "../../../machines/context/tracking.ts";
import { entryInArm, findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import { deviceClass } from "../../../services/analytics/device.ts";
import type { Services } from "../../../services/index.ts";
import type { Opened } from "../../../services/visits/open-visit.ts";
import type { Caller } from "../../../services/visits/perform.ts";
import type { Shown } from "../../../services/visits/shown-consent.ts";
import {
  type FirstView,
  openToken,
  sealToken,
  shownToOf,
  type VisitToken,
} from "../../../services/visits/token.ts";
import type { RequestContext } from "../../server/context.ts";
import { headerText, regionIn, urlOf } from "../../server/requests/request-facts.ts";
import { newSessionId } from "../../server/sessions/session-cookie.ts";

/** Longest User-Agent kept, in UTF-16 units. */
const longestAgent = 500;

/** The answering visitor, from the request itself. @param timeZone as the browser named it, if it did */
export function callerOf(
  request: Request,
  { ip, services, session }: Pick<RequestContext, "ip" | "services" | "session">,
  sessionId: string,
  timeZone?: string,
): Caller & { timeZone: string } {
  return {
    sessionId,
    hasCookie: session.id !== null,
    ip,
    userAgent: headerText(request.headers.get("User-Agent")).slice(0, longestAgent),
    timeZone: timeZone ?? services.settings.siteTimeZone,
  };
}

/** How a request arrived. @param query of the page's address, whatever posts to us */
export function arrivalOf(
  request: Request,
  { services }: Pick<RequestContext, "services">,
  { path, variant: { keepsQuery } }: SurveyEntry,
  query: URLSearchParams,
  arm?: AssignedArm,
): Arrival {
  const { regionHeader, sourceParameters } = services.settings;
  const arrival = readArrival(path, withSubIds(query, request, sourceParameters), "", {
    keepsQuery,
    region: regionHeader && regionIn(request.headers.get(regionHeader)),
    device: deviceClass(request.headers.get("User-Agent") ?? ""),
  });
  return arm ? { ...arrival, arm } : arrival;
}

/**
 * A link's parameters, where a sub id that it lacks says what another of its parameters does, as the owner has set it. Our
 * scripts send no others, but the page's own address comes with what they post; a page that is asked for comes with that of
 * the page that links to us.
 */
function withSubIds(
  query: URLSearchParams,
  { method, headers }: Request,
  levels: Services["settings"]["sourceParameters"],
): URLSearchParams {
  const said = levels.flatMap(([subId, ...others]) => {
    const isThere = query.has(subId) || (subId === "sub1" && query.has("s1"));
    if (isThere || others.length === 0) return [];
    const page = method === "POST" ? URL.parse(headers.get("Referer") ?? "") : null;
    const said = others.map((name) => query.get(name) ?? page?.searchParams.get(name)).find(Boolean);
    return said ? [[subId, said] as [string, string]] : [];
  });
  return said.length === 0 ? query : new URLSearchParams([...query, ...said]);
}

/** The page that linked to this one. */
export function refererOf({ headers }: Request): string {
  return headerText(headers.get("Referer")).slice(0, longestReferer);
}

/** Shape of a consent's hidden field: its seal, then the firms that it named. */
const shownField = z
  .string()
  .max(4096)
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(z.tuple([z.string()], z.string()));

/** What the screen claims to have shown; undefined for an impossible claim. */
export function shownIn(field: unknown): Shown | undefined {
  // Only the step with the consent has one.
  if (field === undefined) return undefined;
  try {
    const [seal, ...firms] = shownField.parse(field);
    return { seal, firms };
  } catch {
    return undefined;
  }
}

/**
 * The arm of an experiment in which a browser is shown a survey. None without a session of ours (refused or altered),
 * since then nobody knows what was shown; none with flags in the address, which override an experiment's.
 * @param at when the page is or was first shown
 */
function armAt(
  { services }: Pick<RequestContext, "services">,
  { path }: Pick<SurveyEntry, "path">,
  query: URLSearchParams,
  sessionId: string | null,
  at: number,
): AssignedArm | undefined {
  const { assign } = services.settings.arms;
  return sessionId === null || query.has("flags") ? undefined : assign?.(path, sessionId, at);
}

/** What a post to a survey belongs to. `survey`: as the page showed it; `entry`: the visit's own entry. */
export type Posted = { survey: SurveyEntry; entry: SurveyEntry; arrival: Arrival; token: VisitToken };

/**
 * The session that a post acts for: the cookie's, else the one that its form or page was made for. A token never
 * becomes a cookie: its bearer may only continue this one visit.
 */
export function sessionOf(
  { session }: Pick<RequestContext, "session">,
  { session: sealed }: Pick<VisitToken, "session">,
): { sessionId: string; headers: Record<string, string> } {
  if (session.id === null && sealed !== undefined) return { sessionId: sealed, headers: {} };
  const sessionId = session.id ?? newSessionId();
  return { sessionId, headers: { "Set-Cookie": session.cookieFor(sessionId) } };
}

/**
 * The visit that a post belongs to, by its form's token or, for a first view's form, which has none, a visit that
 * begins with it, in the arm that the view was shown in. No token: it is not ours, or another survey's.
 * @param named by the address; the visit may have entered by another one of its survey, whose presets and consent are
 * its own
 */
export function postedTo(
  request: Request,
  context: Pick<RequestContext, "services" | "session">,
  named: SurveyEntry,
  query: URLSearchParams,
  { visit, first, name }: { visit: string | undefined; first: FirstView | undefined; name?: string },
): Omit<Posted, "token"> & Partial<Pick<Posted, "token">> {
  const { services, session } = context;
  const opened = visit ? openToken(services.seal, visit) : undefined;
  const arm = visit
    ? opened?.arrival.arm
    : armAt(context, named, query, session.id, session.first?.at ?? Date.now());
  const survey = entryInArm(named, arm);
  const arrival = arrivalOf(request, context, survey, query, arm);
  const { code } = survey.variant;
  if (!visit)
    return { survey, entry: survey, arrival, token: services.beginVisit(code, arrival, first, name) };
  if (opened?.survey !== code) return { survey, entry: survey, arrival };
  const found = findEntry(opened.arrival.path);
  const own = found && entryInArm(found, arm);
  return { survey, entry: own?.variant.code === code ? own : survey, arrival, token: opened };
}

/**
 * Opens the survey at an address in its visitor's arm of an experiment. An arm may show another survey; a visit under
 * way continues in the one in which it began, even when the experiment has started or stopped since.
 * @param sessionId of a session that may begin with this page
 */
export async function openedInArm(
  request: Request,
  context: Pick<RequestContext, "services" | "session" | "shared">,
  named: SurveyEntry,
  sessionId: string,
): Promise<{ entry: SurveyEntry; arrival: Arrival; opened: Opened }> {
  const { services, session, shared } = context;
  const { searchParams: query } = urlOf(request);
  const asked = query.get("step");
  const at = (time: number) => armAt(context, named, query, sessionId, time);
  const inArm = async (arm: Arrival["arm"]) => {
    const entry = entryInArm(named, arm);
    const arrival = arrivalOf(request, context, entry, query, arm);
    const opened = await services.openVisit({ entry, sessionId: session.id, arrival, asked });
    return { entry, arrival, opened };
  };
  const now = shared ? shared.arm : at(Date.now());
  const before = session.first && at(session.first.at);
  if (before?.survey !== now?.survey) {
    const begun = await inArm(before);
    if (begun.opened.kind === "done" || begun.opened.token) return begun;
  }
  return inArm(now);
}

/** The names by which a visit's pages, and others, identify it. */
export type VisitNames = {
  /** Sealed, for the form. */
  token: string;
  id: string;
  /** By which a social network recognizes a second report of this visit's lead; it reveals nothing about the visit. */
  leadEvent: string;
  arrival: Arrival;
};

/** @param shown who is shown the page */
export function visitNames(
  { seal }: Pick<Services, "seal">,
  token: VisitToken,
  shown: Pick<Caller, "ip" | "userAgent">,
): VisitNames {
  const { id, arrival } = token;
  const leadEvent = createHash("sha256").update(`lead event ${id}`).digest("hex").slice(0, 32);
  return { token: sealToken(seal, { ...token, shownTo: shownToOf(id, shown) }), id, leadEvent, arrival };
}
