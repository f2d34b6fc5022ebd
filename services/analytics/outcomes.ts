import type { SourceCost } from "../store/costs.ts";
import type { OutcomeTally } from "../store/outcome-tally.ts";
import { dayNumber } from "./days.ts";
import { readFlags } from "./source.ts";
import { dimensions, type Filters, type Query } from "./types.ts";

/** What became of leads, in numbers of leads and cents of US dollars. */
export type Became = Pick<
  OutcomeTally,
  "reported" | "taken" | "returned" | "retained" | "paid" | "credited"
> & {
  /** Null where nothing was imported, or where the filters choose visits by what no cost is known of. */
  cost: number | null;
};

/** What sources a page tells apart by their outcomes. */
export const outcomeDimensions = ["affiliate", "subId"] as const;

export type SourceOutcomes = {
  all: Became;
  /** By the values of each dimension. */
  by: Record<(typeof outcomeDimensions)[number], Record<string, Became>>;
  /** Amounts in other currencies, which are in none of these. */
  foreignAmounts: number;
};

/** A cost is known of these and of days, and of nothing else about a visit. */
const costDimensions: readonly string[] = outcomeDimensions;

/**
 * What a query's filters leave of outcomes and costs. Null where they choose visits by their way or result, or ask for
 * simulated ones alone: an outcome is known by its source and day only.
 */
export function sourceOutcomes(
  { data = "real", filters = {} }: Query,
  tallies: readonly OutcomeTally[],
  costs: readonly SourceCost[],
): SourceOutcomes | null {
  if (data === "simulated" || isByWay(filters)) return null;
  const left = tallies.filter((tally) => passes(tally, filters));
  const hasCosts = !dimensions.some((name) => !costDimensions.includes(name) && isSet(filters[name]));
  const spent = hasCosts && !Object.values(filters.flags ?? {}).some(isSet) ? costs : [];
  const paidFor = spent.filter((cost) => passes(cost, filters));
  return {
    all: became(left, paidFor),
    by: {
      affiliate: grouped("affiliate", left, paidFor),
      // What was paid for an affiliate as a whole is of none of its sub ids.
      subId: grouped(
        "subId",
        left,
        paidFor.filter(({ subId }) => subId !== ""),
      ),
    },
    foreignAmounts: sum(left, "foreignAmounts"),
  };
}

const isSet = (values: readonly string[] | undefined) => values !== undefined && values.length > 0;

function isByWay({ result, dqReason, with: wanted, without, endingAt }: Filters): boolean {
  return [result, dqReason, wanted, without, endingAt].some(isSet);
}

type About = Partial<Omit<OutcomeTally, "day">> & { day: number };

/** Of a cost only the dimensions that it has are looked at. */
function passes(about: About, filters: Filters): boolean {
  const { from, to, flags = {} } = filters;
  if (from && about.day < dayNumber(from)) return false;
  if (to && about.day > dayNumber(to)) return false;
  const isOf = (wanted: readonly string[] | undefined, value: string) =>
    !isSet(wanted) || wanted!.includes(value);
  if (!dimensions.every((name) => about[name] === undefined || isOf(filters[name], about[name]!)))
    return false;
  if (about.flags === undefined) return true;
  const known = readFlags(about.flags);
  return Object.entries(flags).every(([name, wanted]) => isOf(wanted, known[name] ?? ""));
}

function grouped(
  by: (typeof outcomeDimensions)[number],
  tallies: readonly OutcomeTally[],
  costs: readonly SourceCost[],
): Record<string, Became> {
  const values = new Set([...tallies, ...costs].map((each) => each[by]));
  const of =
    (value: string) =>
    <Item extends { [name in typeof by]: string }>(each: Item) =>
      each[by] === value;
  return Object.fromEntries(
    [...values].map((value) => [value, became(tallies.filter(of(value)), costs.filter(of(value)))]),
  );
}

function became(tallies: readonly OutcomeTally[], costs: readonly SourceCost[]): Became {
  return {
    reported: sum(tallies, "reported"),
    taken: sum(tallies, "taken"),
    returned: sum(tallies, "returned"),
    retained: sum(tallies, "retained"),
    paid: sum(tallies, "paid"),
    credited: sum(tallies, "credited"),
    cost: costs.length > 0 ? sum(costs, "cents") : null,
  };
}

function sum<Name extends string>(all: readonly Record<Name, number>[], name: Name): number {
  return all.reduce((total, each) => total + each[name], 0);
}
