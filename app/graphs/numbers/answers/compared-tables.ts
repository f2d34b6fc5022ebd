import type { View } from "../../../../machines/graph/view.ts";
import type { Compared } from "../../../../services/analytics/types.ts";
import type { Comparison } from "../../../../services/statistics/rates.ts";
import { titlesIn } from "../../ui/title-of.ts";
import { sorted } from "../sort.ts";
import { type Cell, type Column, type Row, type Table, tableOf } from "../table.ts";
import { as } from "./columns.ts";

const columns: Column[] = [
  { name: "Of A", unit: "count" },
  { name: "A", unit: "percent" },
  { name: "Of B", unit: "count" },
  { name: "B", unit: "percent" },
  { name: "B less A", unit: "percent" },
  { name: "At least", unit: "percent" },
  { name: "At most", unit: "percent" },
  { name: "Test", unit: "text" },
  { name: "p", unit: "p" },
  { name: "p adjusted", unit: "p" },
  { name: "Significant", unit: "text" },
];

const tests = { z: "z", exact: "Fisher" };

const cellsOf = (comparison: Comparison): Cell[] => {
  const { a, b, difference, interval, test, p, adjusted, isSignificant } = comparison;
  return [
    a.of,
    a.of === 0 ? null : a.rate,
    b.of,
    b.of === 0 ? null : b.rate,
    a.of === 0 || b.of === 0 ? null : difference,
    interval?.[0] ?? null,
    interval?.[1] ?? null,
    test === null ? "not tested" : tests[test],
    p,
    adjusted,
    isSignificant ? "yes" : "no",
  ];
};
const rowOf = (name: string, comparison: Comparison, id?: string): Row => ({
  id,
  cells: [name, ...cellsOf(comparison)],
  isMarked: comparison.isSignificant,
});

/** Two sides as tables: the whole, then step by step. @param view a's chart @param query the page's address */
export function comparedTables(
  { ofViews, leads, qualified, firstQuestions, steps, ways }: Compared,
  view: View,
  query: URLSearchParams,
): Table[] {
  const titleOf = titlesIn(view);
  // Where surveys begin with other questions the same place is not the same.
  const orderColumns: Column[] = firstQuestions ? as("count", "Question in A", "Question in B") : [];
  const perStep = (name: string, title: string, of: "dropOff" | "conversion" | "refused", note: string) => ({
    name,
    title,
    note,
    columns: [{ name: "Place", unit: "text" as const }, ...orderColumns, ...columns],
    rows: steps.map(({ node, order, ...step }): Row => {
      const row = rowOf(titleOf(node), step[of], node);
      const orders = firstQuestions ? [order.a, order.b] : [];
      return { ...row, cells: [row.cells[0]!, ...orders, ...row.cells.slice(1)] };
    }),
  });
  const tables: Table[] = [
    {
      name: "whole",
      title: "In all",
      note: "The difference with its 95 % interval (Newcombe). Two-sided: a z-test, Fisher’s exact test for small groups. The adjusted p weighs all tests of this page together (Holm); significant below 0.05.",
      columns: [{ name: "Share", unit: "text" }, ...columns],
      rows: [
        ...(ofViews
          ? [
              rowOf("Sessions of views", ofViews.begun),
              rowOf("Leads of views", ofViews.leads),
              rowOf("Qualified leads of views", ofViews.qualified),
            ]
          : []),
        rowOf("Leads of sessions", leads),
        rowOf("Qualified leads of sessions", qualified),
      ],
    },
    perStep(
      "drop-off",
      "Drop-off at each place",
      "dropOff",
      ofViews
        ? "Of those who came there; at a first question with those who only looked."
        : "Of the sessions that came there.",
    ),
    perStep("conversion", "Conversion from each place", "conversion", "Sessions with a lead afterwards."),
    perStep("refused", "Refused answers at each place", "refused", "Sessions with any refused answer there."),
    {
      name: "ways",
      title: "Ways taken where there is a choice",
      note: "Of the sessions that came to the first place.",
      columns: [{ name: "Way", unit: "text" }, ...columns],
      rows: ways
        .filter(({ isChoice }) => isChoice)
        .map(({ edge, taken }) => rowOf(edge.split("->").map(titleOf).join(" › "), taken, edge)),
    },
    {
      name: "times",
      title: "Time at each place",
      note: "Medians and 90th percentiles of those who went on; off by 5 % at most, and not tested.",
      columns: [
        { name: "Place", unit: "text" },
        ...["Median of A", "Median of B", "90th percentile of A", "90th percentile of B"].map(
          (name): Column => ({ name, unit: "seconds" }),
        ),
      ],
      rows: steps.map(({ node, times: { a, b } }) => ({
        id: node,
        cells: [titleOf(node), a.median, b.median, a.p90, b.p90],
      })),
    },
  ];
  return tables.map((table) => sorted(tableOf(table), query));
}
