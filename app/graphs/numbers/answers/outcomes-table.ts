import {
  type Became,
  outcomeDimensions,
  type SourceOutcomes,
} from "../../../../services/analytics/outcomes.ts";
import type { Numbers } from "../../../../services/analytics/types.ts";
import { wilson } from "../../../../services/statistics/exact.ts";
import { dimensionNames } from "../names.ts";
import type { Cell, Column, Row, Table, Unit } from "../table.ts";

const as = (unit: Unit, ...names: string[]): Column[] => names.map((name) => ({ name, unit }));

const none: Became = { reported: 0, taken: 0, returned: 0, retained: 0, paid: 0, credited: 0, cost: null };

/** What buyers made of the leads of each source, and what the source cost. */
export function outcomesTable({ totals, choices }: Numbers, outcomes: SourceOutcomes | null): Table {
  const rows: Row[] = [];
  if (outcomes && (outcomes.all.reported > 0 || outcomes.all.cost !== null)) {
    rows.push({ cells: cellsOf("In all", null, totals.leads, outcomes.all) });
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
      ...as("text", "By", "Value"),
      ...as("count", "Leads", "Reported", "Taken"),
      ...as("percent", "Taken of leads", "Taken, at least", "Taken, at most"),
      ...as("count", "Returned"),
      ...as("percent", "Returned of taken", "Returned, at least", "Returned, at most"),
      ...as("count", "Retained"),
      ...as("money", "Revenue", "Cost", "Revenue less cost", "Revenue per lead", "Cost per lead"),
    ],
    rows,
  };
}

function noteOf(outcomes: SourceOutcomes | null): string {
  if (!outcomes)
    return "Not counted here: an outcome is known by its source and the day of the visit, so filters by way, result or reason, and simulated sessions, have none.";
  const { foreignAmounts: others } = outcomes;
  const foreign = others > 0 ? ` ${others} amounts in other currencies are left out.` : "";
  return `Taken: accepted, sold, retained or paid, by any buyer. A lead that no buyer has reported yet counts as not taken, so young days look worse than they are. Revenue is what was paid less what was credited for returns, in US dollars.${foreign} Costs are those of “costs import”, which know surveys, affiliates, sub ids and days: other filters leave them out. “At least” and “at most” are the 95 % interval of a share (Wilson).`;
}

function cellsOf(by: string, value: string | null, leads: number, became: Became): Cell[] {
  const { reported, taken, returned, retained, paid, credited, cost } = became;
  const revenue = paid - credited;
  return [
    ...[by, value, leads, reported, taken],
    ...share(taken, leads),
    returned,
    ...share(returned, taken),
    ...[retained, revenue, cost, cost === null ? null : revenue - cost],
    ...[perLead(revenue, leads), cost === null ? null : perLead(cost, leads)],
  ];
}

const perLead = (cents: number, leads: number) => (leads === 0 ? null : cents / leads);

/** A part of a whole and its interval. Leads that are counted otherwise than before may make a part larger than its whole: no share then. */
function share(count: number, of: number): [share: number | null, low: number | null, high: number | null] {
  if (of === 0 || count > of) return [null, null, null];
  return [count / of, ...wilson({ count, of })];
}
