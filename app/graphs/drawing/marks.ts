/** How a node or edge is highlighted (ui/chart-frame.module.css). */
export type Mark =
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
