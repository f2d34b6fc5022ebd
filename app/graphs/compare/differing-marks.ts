import type { ChartDifference } from "../../../machines/graph/compare.ts";
import type { View } from "../../../machines/graph/view.ts";
import { type Mark, type Marks, marksOf } from "../drawing/marks.ts";

/** Marks on what the other chart does not have, or has changed. */
export function differingMarks(
  view: View,
  { states, edges }: Pick<ChartDifference, "states" | "edges">,
  own: "gained" | "lost",
): Marks {
  const drawnBy = (ids: readonly string[]) =>
    view.edges.flatMap(({ id, ways }) =>
      ways.some(({ via }) => via.some((edge) => ids.includes(edge))) ? id : [],
    );
  const changed = [...states.changed.map(({ id }) => id), ...drawnBy(edges.changed.map(({ id }) => id))];
  const marked: Partial<Record<Mark, string[]>> = {
    [own]: [...states[own], ...drawnBy(edges[own])],
    changed,
  };
  return marksOf(marked);
}
