import { leafOf } from "../../../machines/graph/leaves.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { viewOfVariant } from "../../../services/analytics/session.ts";
import type { Plain } from "./recount.ts";

/**
 * What a visit passed by its log alone: where it is after each entry, replayed from the beginning each time.
 * Answers that are pressed again unchanged are not told apart; logs for it have none.
 */
export function plainWay(
  entry: SurveyEntry,
  log: readonly LogEntry[],
): Pick<Plain, "moves" | "place" | "refusals" | "services"> {
  const way: ReturnType<typeof plainWay> = { moves: [], place: "start", refusals: [], services: [] };
  let [here, since] = ["start", log[0]!.at];
  const go = (to: string, at: number, isJump: boolean) => {
    if (to === here) return;
    way.moves.push({ isJump, from: here, to, ms: Math.max(1, at - since) });
    [here, since] = [to, at];
  };
  log.forEach((item, index) => {
    const { at, kind } = item;
    const after = shownLeaf(entry, openVisit(entry, {}, log.slice(0, index + 1)));
    if (kind === "answer") go(leafOfStep(entry, item.body.step), at, true);
    if (kind === "refused") way.refusals.push({ node: here, fields: item.body.fields });
    if (kind === "outcome") {
      const outcome = "error" in item.body ? item.body.error.kind : "ok";
      way.services.push({ node: here, service: item.body.call, outcome });
    }
    go(after, at, kind === "back");
  });
  return { ...way, place: here };
}

function shownLeaf(entry: SurveyEntry, { visit, replay, step }: VisitState): string {
  return visit.position >= replay.taken.length ? leafOf(replay.snapshot) : leafOfStep(entry, step);
}

function leafOfStep(entry: SurveyEntry, step: string): string {
  const { nodes } = viewOfVariant(entry);
  return nodes.find(({ id }) => id === step || id === `${step}.asking`)!.id;
}
