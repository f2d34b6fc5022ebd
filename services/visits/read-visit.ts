import { openVisit } from "../../machines/visit/open-visit.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import { span } from "../observe/tracing/spans.ts";

/** `openVisit`, its time in the trace of the request. */
export function readVisit(...[entry, settings, log, known]: Parameters<typeof openVisit>): VisitState {
  const about = { "claimpath.variant": entry.variant.code, "claimpath.entries": log.length };
  return span("replay", about, () => openVisit(entry, settings, log, known));
}
