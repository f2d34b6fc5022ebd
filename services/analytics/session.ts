import { foldedPassages } from "../../machines/graph/folded-passages.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import type { Passage } from "../../machines/graph/passages.ts";
import { type View, viewOf } from "../../machines/graph/view.ts";
import { type SurveyEntry, variants } from "../../machines/registry.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { AnalyticsSession, AnalyticsSource } from "../store/rows.ts";
import { packDwells } from "./dwell.ts";
import { traceOf } from "./trace.ts";

const hourMs = 3_600_000;

/**
 * Results of visits: a lead, qualified or not; another end of the chart; left (`open`); or under way, with
 * activity less than `settleMs` ago. A visitor who left and comes back is under way again.
 */
export const results = ["qualified", "disqualified", "ended", "open", "underWay"] as const;
export type Result = (typeof results)[number];

/** A visit counts as left after this many milliseconds without activity. */
export const settleMs = 30 * 60_000;

const views = new Map<string, View>();

/** The drawn chart of a variant, built once. */
export function viewOfVariant({ variant }: Pick<SurveyEntry, "variant">): View {
  const view = views.get(variant.code) ?? viewOf(graphOf(variant));
  views.set(variant.code, view);
  return view;
}

const questions = new Map<string, ReadonlySet<string>>();

/** The nodes of a survey that ask something, found once. @param code short code; none of a survey that is gone */
export function questionsOf(code: string): ReadonlySet<string> {
  const known = questions.get(code);
  if (known) return known;
  const variant = variants.get(code);
  const nodes = variant ? viewOfVariant({ variant }).nodes : [];
  const asking = new Set(nodes.filter(({ kind }) => kind === "step").map(({ id }) => id));
  questions.set(code, asking);
  return asking;
}

/** A visit as analysts count it, real or simulated. */
export function sessionOf(visit: {
  visitId: string | null;
  entry: SurveyEntry;
  source: AnalyticsSource;
  log: readonly LogEntry[];
  passages: readonly Passage[];
  /** The leaf where it is, taken from its state: the conservation check compares it with the passages. */
  place: string;
  lead: { qualified: boolean | null; dqReason: string | null } | null;
  /** True if the chart has reached one of its ends. */
  isOver: boolean;
  day: (at: number) => number;
}): AnalyticsSession {
  const { visitId, entry, source, log, passages, place, lead, isOver, day } = visit;
  const began = log[0]?.at ?? 0;
  const { items, dwells } = traceOf(foldedPassages(viewOfVariant(entry), passages));
  return {
    visitId,
    source,
    trace: { variant: source.variant, items, place },
    day: day(began),
    hour: Math.floor(began / hourMs),
    result: resultOf(lead, isOver),
    dqReason: lead?.dqReason ?? "",
    dwells: packDwells(dwells),
  };
}

function resultOf(lead: { qualified: boolean | null } | null, isOver: boolean): Result {
  if (lead) return lead.qualified === false ? "disqualified" : "qualified";
  return isOver ? "ended" : "open";
}
