import type { ChartDifference } from "../../../machines/graph/account.ts";
import type { View } from "../../../machines/graph/view.ts";

/** How a node or edge is highlighted (ui/chart-frame.module.css). */
type Mark =
  | "here"
  | "passed"
  | "next"
  | "picked"
  | "found"
  | "gained"
  | "lost"
  | "changed"
  | "happy"
  | "faint";

/** Marks by the id of their node or edge, separated by spaces. */
export type Marks = Readonly<Record<string, string>>;

/** Builds a drawing's marks from lists of ids. */
export function marksOf(marked: Partial<Record<Mark, readonly string[]>>): Marks {
  const pairs = Object.entries(marked).flatMap(([mark, ids = []]) => ids.map((id) => [id, mark] as const));
  const marks: Record<string, string> = Object.create(null);
  for (const [id, mark] of pairs)
    marks[id] = [...new Set(`${marks[id] ?? ""} ${mark}`.trim().split(" "))].join(" ");
  return { ...marks };
}

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
