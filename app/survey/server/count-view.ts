import type { Arrival } from "../../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import { isVisitor } from "../../../services/analytics/first-views/is-visitor.ts";
import { settleMs } from "../../../services/analytics/types.ts";
import type { Opened } from "../../../services/visits/open-visit.ts";
import type { RequestContext } from "../../server/context.ts";

type Shown = { entry: SurveyEntry; arrival: Arrival; opened: Extract<Opened, { kind: "page" }> };

/**
 * Counts a page that begins a survey, once for a browser that asks for it again (a reload, a second tab) within half an
 * hour of the time before, as far as its cookie tells.
 */
export function countView(
  request: Request,
  { services, session: { id, first }, shared }: Pick<RequestContext, "services" | "session" | "shared">,
  { entry, arrival, opened: { token, expired, lastSeen, state } }: Shown,
): void {
  if (shared || token || request.method !== "GET") return;
  const { startedAt: at } = state.visit;
  const isLost = expired && id !== null;
  if (new URL(request.url).searchParams.has("step") && !isLost) return;
  const isAgain = first?.survey === entry.variant.code && at - first.at < settleMs && !(lastSeen! > first.at);
  if (isAgain || !isVisitor((name) => request.headers.get(name) ?? undefined)) return;
  services.firstViews.seen({ entry, arrival, at });
}
