import { type Estimate, leaksOf, roughly, times } from "../../../../services/analytics/leaks.ts";
import type { Became, SourceOutcomes } from "../../../../services/analytics/outcomes.ts";
import type { Numbers } from "../../../../services/analytics/types.ts";
import { addressWith } from "../../ui/address.ts";
import type { Cell, Table } from "../table.ts";
import { bounded, shareCells, shareColumns } from "./columns.ts";

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
    note: noteOf(Math.min(most, leaks.length), leaks.length, pay),
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

function noteOf(shown: number, all: number, pay: number | null): string {
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
