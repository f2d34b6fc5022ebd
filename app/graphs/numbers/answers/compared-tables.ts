import type { View } from "../../../../machines/graph/view.ts";
import type { Compared, Comparison } from "../../../../services/analytics/types.ts";
import { titlesIn } from "../../ui/title-of.ts";
import { type Cell, type Column, type Row, type Table, tableOf } from "../table.ts";

const columns: Column[] = [
  { name: "Of A", unit: "count" },
  { name: "A", unit: "percent" },
  { name: "Of B", unit: "count" },
  { name: "B", unit: "percent" },
  { name: "B less A", unit: "percent" },
  { name: "p", unit: "p" },
  { name: "Significant", unit: "text" },
];

const cellsOf = ({ a, b, difference, p, isSignificant }: Comparison): Cell[] => [
  a.of,
  a.of === 0 ? null : a.rate,
  b.of,
  b.of === 0 ? null : b.rate,
  a.of === 0 || b.of === 0 ? null : difference,
  p,
  isSignificant ? "yes" : "no",
];
const rowOf = (name: string, comparison: Comparison): Row => ({
  cells: [name, ...cellsOf(comparison)],
  isMarked: comparison.isSignificant,
});

/** Two sides as tables: the whole, then step by step. @param view a's chart */
export function comparedTables({ leads, qualified, steps }: Compared, view: View): Table[] {
  const titleOf = titlesIn(view);
  const perStep = (name: string, title: string, of: "dropOff" | "conversion", note: string): Table => ({
    name,
    title,
    note,
    columns: [{ name: "Place", unit: "text" }, ...columns],
    rows: steps.map((step) => rowOf(titleOf(step.node), step[of])),
  });
  const holm = "Significant once all places are weighed together (Holm).";
  return [
    {
      name: "whole",
      title: "In all",
      note: "Two-proportion z-test, two-sided; significant below 0.05.",
      columns: [{ name: "Of all sessions", unit: "text" as const }, ...columns],
      rows: [rowOf("Leads", leads), rowOf("Qualified leads", qualified)],
    },
    perStep("drop-off", "Drop-off at each place", "dropOff", `Of the sessions that came there. ${holm}`),
    perStep(
      "conversion",
      "Conversion from each place",
      "conversion",
      `Sessions with a lead afterwards. ${holm}`,
    ),
  ].map(tableOf);
}
