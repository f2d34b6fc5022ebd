import type { LoaderFunctionArgs } from "@remix-run/node";
import type { View } from "../../../../machines/graph/view.ts";
import { variants } from "../../../../machines/registry.ts";
import type { Comparison } from "../../../../services/features/numbers/statistics/rates.ts";
import type { Compared } from "../../../../services/features/numbers/types.ts";
import { asksForWide, chartOf } from "../../../graphs/chart-of.ts";
import { titlesIn } from "../../../graphs/ui/title-of.ts";
import { sideOf } from "../query.ts";
import { as, bounded } from "../tables/answers/columns.ts";
import { type Cell, type Column, type Row, sorted, type Table, tableOf } from "../tables/table.ts";
import type { ComparedShown } from "../two-sides.tsx";
import { type Asked, answered, askedBy, demandSurvey, type FieldErrors } from "./asked.ts";

const columns: Column[] = [
  { name: "A", unit: "percent" },
  { name: "B", unit: "percent" },
  ...bounded("Difference (B − A)", "points"),
  { name: "Significant", unit: "text" },
  ...as("count", "n (A)", "n (B)"),
  { name: "Test", unit: "text" },
  { name: "p", unit: "p" },
  { name: "Adjusted p", unit: "p" },
];

const tests = { z: "z-test", exact: "Fisher’s exact" };

const cellsOf = (comparison: Comparison): Cell[] => {
  const { a, b, difference, interval, test, p, adjusted, isSignificant } = comparison;
  return [
    a.of === 0 ? null : a.rate,
    b.of === 0 ? null : b.rate,
    a.of === 0 || b.of === 0 ? null : difference,
    interval?.[0] ?? null,
    interval?.[1] ?? null,
    test === null ? "–" : isSignificant ? "yes" : "no",
    a.of,
    b.of,
    test === null ? "not tested" : tests[test],
    p,
    adjusted,
  ];
};
const rowOf = (name: string, comparison: Comparison, id?: string): Row => ({
  id,
  cells: [name, ...cellsOf(comparison)],
  isMarked: comparison.isSignificant,
});

/** Both sides overall, then step by step. @param view A's chart @param query the page's address */
export function comparedTables(
  { ofViews, leads, qualified, firstQuestions, steps, ways }: Compared,
  view: View,
  query: URLSearchParams,
): Table[] {
  const titleOf = titlesIn(view);
  // Where surveys begin with different questions, a shared step may come earlier in one: its position is shown.
  const orderColumns: Column[] = firstQuestions ? as("count", "Question no. (A)", "Question no. (B)") : [];
  const perStep = (name: string, title: string, of: "dropOff" | "conversion" | "refused", note: string) => ({
    name,
    title,
    note,
    columns: [{ name: "Step", unit: "text" as const }, ...orderColumns, ...columns],
    rows: steps.map(({ node, order, ...step }): Row => {
      const row = rowOf(titleOf(node), step[of], node);
      const orders = firstQuestions ? [order.a, order.b] : [];
      return { ...row, cells: [row.cells[0]!, ...orders, ...row.cells.slice(1)] };
    }),
  });
  const tables: Table[] = [
    {
      name: "whole",
      title: "Overall",
      note: "Differences in percentage points, with 95% confidence intervals (Newcombe). Two-sided z-tests, or Fisher’s exact test for small groups. p-values are adjusted for every test on this page (Holm); significant below 0.05.",
      columns: [{ name: "Rate", unit: "text" }, ...columns],
      rows: [
        ...(ofViews
          ? [
              rowOf("Sessions per first view", ofViews.begun),
              rowOf("Leads per first view", ofViews.leads),
              rowOf("Qualified leads per first view", ofViews.qualified),
            ]
          : []),
        rowOf("Leads per session", leads),
        rowOf("Qualified leads per session", qualified),
      ],
    },
    perStep(
      "drop-off",
      "Drop-off by step",
      "dropOff",
      ofViews
        ? "Of sessions that reached the step at least 30 minutes ago; at a first question, bounces included."
        : "Of sessions that reached the step at least 30 minutes ago.",
    ),
    perStep(
      "conversion",
      "Conversion by step",
      "conversion",
      "Of sessions that reached the step at least 30 minutes ago, those that became a lead.",
    ),
    perStep(
      "refused",
      "Validation errors by step",
      "refused",
      "Of sessions that reached the step at least 30 minutes ago, those with at least one error there.",
    ),
    {
      name: "ways",
      title: "Choices at forks",
      note: "Of sessions that reached the first step at least 30 minutes ago, those that took this transition.",
      columns: [{ name: "Transition", unit: "text" }, ...columns],
      rows: ways
        .filter(({ isChoice }) => isChoice)
        .map(({ edge, taken }) => rowOf(edge.split("->").map(titleOf).join(" › "), taken, edge)),
    },
    {
      name: "times",
      title: "Time by step",
      note: "Median and 90th percentile of those who continued; accurate to within 5%, and not tested.",
      columns: [
        { name: "Step", unit: "text" },
        ...["Median (A)", "Median (B)", "90th percentile (A)", "90th percentile (B)"].map(
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

/** Two groups of sessions by the parameters of the page's address. @throws Response 404 as `demandSurvey` */
export async function loadCompared(args: LoaderFunctionArgs) {
  const { view, params } = await demandSurvey(args);
  const [a, b] = (["a", "b"] as const).map((side) => askedOf(view.code, params, side)) as [Side, Side];
  const shown: ComparedShown = {
    view,
    charts: [],
    codes: [...variants.keys()],
    wrong: { ...a.wrong, ...b.wrong },
    compared: null,
    tables: [],
  };
  const asked = a.asked && b.asked && [a.asked.query, b.asked.query];
  if (asked) {
    const charts = [...new Set(asked.map(({ variant }) => variant))].map((code) =>
      chartOf(code, asksForWide(params)),
    );
    shown.charts = (await Promise.all(charts)).map((chart) => chart!);
    shown.view = shown.charts[0]!.view;
  }
  return answered(shown, asked, async ([one, other]) => {
    const compared = await args.context.services.running.numbers.compare(one!, other!);
    return { compared, asOf: compared.a.asOf, tables: comparedTables(compared, shown.view, params) };
  });
}

type Side = { asked?: Asked; wrong: FieldErrors };

/** The question of one side, and its faults by the form's fields. */
function askedOf(code: string, params: URLSearchParams, side: "a" | "b"): Side {
  const own = sideOf(params, side);
  const variant = own.get("variant") ?? code;
  const { asked, wrong } = variants.has(variant)
    ? askedBy(variant, own)
    : { wrong: { variant: `There is no survey ${variant}.` } as FieldErrors };
  return {
    asked,
    wrong: Object.fromEntries(Object.entries(wrong).map(([name, words]) => [`${side}.${name}`, words])),
  };
}
