import { type Estimate, leaksOf, roughly, times } from "../../../../services/features/numbers/leaks.ts";
import {
  type Became,
  outcomeDimensions,
  type SourceOutcomes,
} from "../../../../services/features/numbers/outcomes.ts";
import type { Numbers } from "../../../../services/features/numbers/types.ts";
import { addressWith } from "../../../graphs/ui/address.ts";
import { dimensionNames } from "../query.ts";
import { as, bounded, shareCells, shareColumns } from "../tables/answers/columns.ts";
import type { Cell, Row, Table } from "../tables/table.ts";

const most = 10;

/** The steps that cost most leads, and what each costs. @param query the page's address, which the rows' links extend */
export function leaksTable(
  numbers: Numbers,
  titleOf: (id: string) => string,
  outcomes: SourceOutcomes | null,
  query: URLSearchParams,
): Table {
  const leaks = leaksOf(numbers);
  const pay = outcomes && payPerLead(outcomes.all);
  return {
    name: "leaks",
    title: "Where leads are lost",
    note: leaksNote(Math.min(most, leaks.length), leaks.length, pay),
    columns: [
      { name: "Step", unit: "text" },
      { name: "Dropped off", unit: "count" },
      ...shareColumns("Drop-off", "bad"),
      ...shareColumns("Conversion of those who continued", "good"),
      ...bounded("Leads lost", "count"),
      ...bounded("Qualified leads lost", "count"),
      ...(pay === null ? [] : bounded("Revenue lost", "money")),
    ],
    rows: leaks.slice(0, most).map(({ node, left, looked, wentOn, conversion, leads, qualified }) => ({
      id: node,
      // A bounce left no visit that could be listed.
      counted: looked === 0 ? { endingAt: node, result: ["open"] } : undefined,
      links: linksOf(node, query).slice(0, looked === 0 ? 2 : 1),
      cells: [
        looked === 0 ? titleOf(node) : `${titleOf(node)} (including bounces)`,
        left,
        ...shareCells(left, left + wentOn),
        ...(conversion ? [conversion.about, conversion.low, conversion.high] : [null, null, null]),
        ...rough(leads),
        ...rough(qualified),
        ...(pay === null ? [] : rough(qualified && times(pay / 100, qualified), 100)),
      ],
    })),
  };
}

/** Average net revenue of an accepted lead, in cents; null until buyers report any. */
export function payPerLead({ taken, paid, credited }: Became): number | null {
  return taken > 0 && paid > credited ? (paid - credited) / taken : null;
}

function rough(estimate: Estimate | null, unit = 1): Cell[] {
  if (!estimate) return [null, null, null];
  return [estimate.about, estimate.low, estimate.high].map((value) => unit * roughly(value));
}

function leaksNote(shown: number, all: number, pay: number | null): string {
  const places = all > shown ? `The ${shown} costliest of ${all} steps. ` : "";
  const worth =
    pay === null
      ? ""
      : " Revenue lost: the qualified leads lost, at the average net revenue of an accepted lead.";
  return `${places}Leads lost: how many of those who dropped off would have become leads if they had converted like those who continued. This is an upper bound, rounded to two digits, with its 95% confidence interval: people who drop off differ from people who continue, so fixing a step wins back only part of it.${worth}`;
}

function linksOf(node: string, query: URLSearchParams) {
  const whoLeft = addressWith(query, { endingAt: node, result: "open" });
  return [
    { text: "Show on chart", href: `${addressWith(query, { at: node })}#picked` },
    { text: "Filter to these", href: whoLeft },
  ];
}

const none: Became = { reported: 0, taken: 0, returned: 0, retained: 0, paid: 0, credited: 0, cost: null };

/** Buyers' outcomes for the leads of each source, and the source's cost. */
export function outcomesTable({ totals, choices }: Numbers, outcomes: SourceOutcomes | null): Table {
  const rows: Row[] = [];
  if (outcomes && (outcomes.all.reported > 0 || outcomes.all.cost !== null)) {
    const paid = costsKnownIn(choices.affiliate, outcomes);
    rows.push({ cells: cellsOf("All leads", null, totals.leads, outcomes.all, paid.became, paid.leads) });
    for (const name of outcomeDimensions) {
      const known = outcomes.by[name];
      const leads = new Map(choices[name].map((choice) => [choice.value, choice.leads]));
      // A source with costs and no visitors is no choice in the filter, and worth knowing.
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
    note: outcomesNote(outcomes, outcomes ? costsKnownIn(choices.affiliate, outcomes).words : ""),
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

/** The sum of affiliates with known costs: a total profit can only cover these. */
function costsKnownIn(affiliates: Numbers["choices"]["affiliate"], { by }: SourceOutcomes) {
  const known = Object.entries(by.affiliate).filter(([, { cost }]) => cost !== null);
  const leadsOf = new Map(affiliates.map(({ value, leads }) => [value, leads]));
  const names = new Set([...leadsOf.keys(), ...Object.keys(by.affiliate)]);
  const sum = (part: (became: Became) => number) =>
    known.reduce((total, [, became]) => total + part(became), 0);
  return {
    leads: known.reduce((total, [name]) => total + (leadsOf.get(name) ?? 0), 0),
    became: { ...none, paid: sum(({ paid }) => paid), credited: sum(({ credited }) => credited) },
    words: known.length < names.size ? `${known.length} of ${names.size} affiliates` : "",
  };
}

function outcomesNote(outcomes: SourceOutcomes | null, costed: string): string {
  if (!outcomes)
    return "Not available here: outcomes are known by source and day of the visit only, so not under filters by path, result or reason, and not for simulated sessions.";
  const { foreignAmounts: others } = outcomes;
  const partly =
    costed &&
    ` Costs are known for ${costed}: profit and cost per lead of all leads are those of these alone.`;
  const foreign = others > 0 ? ` ${others} amounts in other currencies are left out.` : "";
  return `Accepted: a buyer bought the lead when it was delivered, or reported it as accepted, sold, retained or paid. Leads not reported yet count as not accepted, so recent days look worse than they are. Revenue is payments less credits for returns, in US dollars; until a buyer reports a payment, the price that it named.${foreign} Costs come from “costs import”, by survey, affiliate, sub id and day; under other filters they are empty.${partly} Intervals are 95% (Wilson).`;
}

/** @param costed what the cost was paid for, where that is less than all; and its leads */
function cellsOf(
  by: string,
  value: string | null,
  leads: number,
  became: Became,
  costed = became,
  costedLeads = leads,
): Cell[] {
  const { reported, taken, returned, retained, paid, credited, cost } = became;
  const revenue = paid - credited;
  return [
    by,
    value,
    leads,
    reported,
    taken,
    ...shareCells(taken, leads),
    returned,
    ...shareCells(returned, taken),
    retained,
    revenue,
    cost,
    cost === null ? null : costed.paid - costed.credited - cost,
    perLead(revenue, leads),
    cost === null ? null : perLead(cost, costedLeads),
  ];
}

const perLead = (cents: number, leads: number) => (leads === 0 ? null : cents / leads);
