import type { Arrival } from "../../../machines/context/tracking.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import { isVisitor } from "../../../services/analytics/first-views.ts";
import { settleMs } from "../../../services/analytics/session.ts";
import type { Opened } from "../../../services/visits/open-visit.ts";
import { type FirstView, sentBy } from "../../../services/visits/token.ts";
import type { RequestContext } from "../../server/context.ts";
import { urlOf } from "../../server/requests/request-facts.ts";

type Shown = { entry: SurveyEntry; arrival: Arrival; opened: Extract<Opened, { kind: "page" }> };

/**
 * The earlier view that a survey's first page repeats: the same browser asks again (a reload, a second tab) within half
 * an hour of the time before, by its cookie. A visitor from another affiliate has clicked another ad, which is a view
 * of its own: view and lead then have the same affiliate.
 */
export function viewAgain(
  { first }: Pick<RequestContext["session"], "first">,
  { entry, arrival, opened: { lastSeen, state } }: Shown,
): FirstView | undefined {
  if (first?.survey !== entry.variant.code || (first.by ?? "") !== (sentBy(arrival) ?? "")) return undefined;
  const isSoon = state.visit.startedAt - (first.seen ?? first.at) < settleMs;
  return isSoon && !(lastSeen! > first.at) ? first : undefined;
}

/** Counts a page that begins a survey, once for a browser that asks for it again. */
export function countView(
  request: Request,
  { services, session, shared }: Pick<RequestContext, "services" | "session" | "shared">,
  shown: Shown,
): void {
  const { entry, arrival, opened } = shown;
  if (shared || opened.token || request.method !== "GET") return;
  const isLost = opened.expired && session.id !== null;
  if (urlOf(request).searchParams.has("step") && !isLost) return;
  if (viewAgain(session, shown) || !isVisitor((name) => request.headers.get(name) ?? undefined)) return;
  services.firstViews.seen({ entry, arrival, at: opened.state.visit.startedAt });
}
