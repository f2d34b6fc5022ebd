import { entryInArm } from "../../../machines/arm-entry.ts";
import type { Arrival } from "../../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import type { Opened } from "../../../services/visits/open-visit.ts";
import type { RequestContext } from "../../server/context.ts";
import { armAt, arrivalOf } from "./caller.ts";

/**
 * Opens the survey at an address in its visitor's arm of an experiment. An arm may show another survey; a visit under way
 * goes on in the one in which it began, also when the experiment has begun or stopped since.
 * @param sessionId of a session that may begin with this page
 */
export async function openedInArm(
  request: Request,
  context: Pick<RequestContext, "services" | "session" | "shared">,
  named: SurveyEntry,
  sessionId: string,
): Promise<{ entry: SurveyEntry; arrival: Arrival; opened: Opened }> {
  const { services, session, shared } = context;
  const { searchParams: query } = new URL(request.url);
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
