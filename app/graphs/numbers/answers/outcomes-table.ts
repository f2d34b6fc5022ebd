import {
  type Became,
  outcomeDimensions,
  type SourceOutcomes,
} from "../../../../services/analytics/outcomes.ts";
import type { Numbers } from "../../../../services/analytics/types.ts";
import { dimensionNames } from "../names.ts";
import type { Cell, Row, Table } from "../table.ts";
import { as, bounded, shareCells } from "./columns.ts";

const none: Became = { reported: 0, taken: 0, returned: 0, retained: 0, paid: 0, credited: 0, cost: null };

/** What buyers made of the leads of each source, and what the source cost. */
export function outcomesTable({ totals, choices }: Numbers, outcomes: SourceOutcomes | null): Table {
  const rows: Row[] = [];
  if (outcomes && (outcomes.all.reported > 0 || outcomes.all.cost !== null)) {
    rows.push({ cells: cellsOf("All leads", null, totals.leads, outcomes.all) });
    for (const name of outcomeDimensions) {
      const known = outcomes.by[name];
      const leads = new Map(choices[name].map((choice) => [choice.value, choice.leads]));
      // A source that cost something and brought nobody is no choice, and worth knowing.
      for (const value of new Set([...leads.keys(), ...Object.keys(known)])) {
        const its = leads.get(value) ?? 0;
        if (its > 0 || known[value])
          rows.push({ cells: cellsOf(dimensionNames[name], value, its, known[value] ?? none) });
      }
    }
  }
  return {
    name: "outcomes",
    title: "What became of leads, by source",
    note: noteOf(outcomes),
    columns: [
      ...as("text", "Dimension", "Value"),
      ...as("count", "Leads", "Reported", "Accepted"),
      ...bounded("Acceptance rate", "percent"),
      ...as("count", "Returned"),
      ...bounded("Return rate", "percent"),
      ...as("count", "Retained"),
      ...as("money", "Revenue", "Cost", "Profit", "Revenue per lead", "Cost per lead"),
    ],
    rows,
  };
}

function noteOf(outcomes: SourceOutcomes | null): string {
  if (!outcomes)
    return "Not available here: outcomes are known by source and day of the visit only, so not under filters by path, result or reason, and not for simulated sessions.";
  const { foreignAmounts: others } = outcomes;
  const foreign = others > 0 ? ` ${others} amounts in other currencies are left out.` : "";
  return `Accepted: a buyer bought the lead when it was delivered, or reported it as accepted, sold, retained or paid. Leads not reported yet count as not accepted, so recent days look worse than they are. Revenue is payments less credits for returns, in US dollars; until a buyer reports a payment, the price that it named.${foreign} Costs come from “costs import”, by survey, affiliate, sub id and day; under other filters they are empty. Intervals are 95% (Wilson).`;
}

function cellsOf(by: string, value: string | null, leads: number, became: Became): Cell[] {
  const { reported, taken, returned, retained, paid, credited, cost } = became;
  const revenue = paid - credited;
  return [
    ...[by, value, leads, reported, taken],
    ...shareCells(taken, leads),
    returned,
    ...shareCells(returned, taken),
    ...[retained, revenue, cost, cost === null ? null : revenue - cost],
    ...[perLead(revenue, leads), cost === null ? null : perLead(cost, leads)],
  ];
}

const perLead = (cents: number, leads: number) => (leads === 0 ? null : cents / leads);
