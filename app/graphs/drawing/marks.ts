/** What is to be seen of a node or edge in a drawing (pages/chart-frame.module.css). */
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

/** By the id of a node or edge its marks, separated by spaces. */
export type Marks = Readonly<Record<string, string>>;

/** Marks as a drawing takes them, from the ids that have each. */
export function marksOf(marked: Partial<Record<Mark, readonly string[]>>): Marks {
  const pairs = Object.entries(marked).flatMap(([mark, ids = []]) => ids.map((id) => [id, mark] as const));
  const marks: Record<string, string> = Object.create(null);
  for (const [id, mark] of pairs)
    marks[id] = [...new Set(`${marks[id] ?? ""} ${mark}`.trim().split(" "))].join(" ");
  return { ...marks };
}
