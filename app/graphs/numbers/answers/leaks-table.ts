import { type Estimate, leaksOf, roughly, times } from "../../../../services/analytics/leaks.ts";
import type { Became, SourceOutcomes } from "../../../../services/analytics/outcomes.ts";
import type { Numbers } from "../../../../services/analytics/types.ts";
import { addressWith } from "../../ui/address.ts";
import type { Cell, Column, Table, Unit } from "../table.ts";
import { shareCells, shareColumns } from "./columns.ts";

/** So many places are listed. */
const most = 10;

const bounded = (name: string, unit: Unit): Column[] => [
  { name, unit },
  { name: `${name}, low`, unit, isBound: true },
  { name: `${name}, high`, unit, isBound: true },
];

/** The places that lose most, with what each is worth. @param query the page's address, from which rows lead on */
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
    title: "Largest leaks",
    note: noteOf(Math.min(most, leaks.length), leaks.length, pay),
    columns: [
      { name: "Place", unit: "text" },
      { name: "Left here", unit: "count" },
      ...shareColumns("Of those who came"),
      ...shareColumns("Conversion of those who went on"),
      ...bounded("Leads lost", "count"),
      ...bounded("Qualified lost", "count"),
      ...(pay === null ? [] : bounded("Worth", "money")),
    ],
    rows: leaks.slice(0, most).map(({ node, left, looked, wentOn, conversion, leads, qualified }) => ({
      id: node,
      // Who only looked has no visit.
      counted: looked === 0 ? { endingAt: node, result: ["open"] } : undefined,
      links: linksOf(node, query).slice(0, looked === 0 ? 2 : 1),
      cells: [
        looked === 0 ? titleOf(node) : `${titleOf(node)} (with those who only looked)`,
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

/** What buyers paid for a lead that they took, less what they were credited, in cents; null where nobody said so. */
function payPerLead({ taken, paid, credited }: Became): number | null {
  return taken > 0 && paid > credited ? (paid - credited) / taken : null;
}

function rough(estimate: Estimate | null, unit = 1): Cell[] {
  if (!estimate) return [null, null, null];
  return [estimate.about, estimate.low, estimate.high].map((value) => unit * roughly(value));
}

function noteOf(shown: number, all: number, pay: number | null): string {
  const places = all > shown ? `${shown} of ${all} places, the most leads lost first. ` : "";
  const worth =
    pay === null ? "" : " Worth: as many qualified leads at what buyers paid for one that they took.";
  return `${places}Leads lost: those who left here, had they made leads as often as those who went on from here. An upper estimate, in two digits, with its 95 % interval: those who left differ from those who went on, so a better place wins back a part of it.${worth}`;
}

function linksOf(node: string, query: URLSearchParams) {
  const whoLeft = addressWith(query, { endingAt: node, result: "open" });
  return [
    { text: "On the chart", href: `${addressWith(query, { at: node })}#picked` },
    { text: "Who left", href: whoLeft },
  ];
}
