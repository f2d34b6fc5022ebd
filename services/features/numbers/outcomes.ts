import { readFlags } from "../../analytics/source.ts";
import { dayNumber } from "../../calendar/days.ts";
import type { SourceCost } from "../../store/rows.ts";
import { isExcept } from "./index/conditions.ts";
import type { OutcomeTally } from "./tables/outcome-tally.ts";
import { type Dimension, dimensions, type Exceptable, type Filters, type Query, valueIn } from "./types.ts";

/** Outcomes: numbers of leads, and amounts in US cents. */
export type Became = Pick<
  OutcomeTally,
  "reported" | "taken" | "returned" | "retained" | "paid" | "credited"
> & {
  /** Null if no costs were imported, or if a filter asks for what costs do not record. */
  cost: number | null;
};

/** Dimensions that outcomes are broken down by. */
export const outcomeDimensions = ["affiliate", "campaign", "adSet", "subId"] as const;

export type SourceOutcomes = {
  all: Became;
  /** Outcomes by the values of each dimension. */
  by: Record<(typeof outcomeDimensions)[number], Record<string, Became>>;
  /** How many amounts were in other currencies; these are not included. */
  foreignAmounts: number;
};

/** Costs are recorded by these dimensions and by day, and by nothing else. */
const costDimensions: readonly string[] = outcomeDimensions;

/**
 * Outcomes and costs that pass a query's filters. Null if it filters by result or by way through the chart,
 * or asks only for simulated visits: outcomes are recorded by source and day.
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
  const hasLevels = [...left, ...paidFor].some(({ subId }) => subId.includes("/"));
  // Costs of an affiliate as a whole belong to none of its sources, and those of a campaign to none of its ad sets.
  const of = (by: "campaign" | "adSet" | "subId", depth: number) =>
    by !== "subId" && !hasLevels
      ? {}
      : grouped(
          by,
          left,
          paidFor.filter(({ subId }) => subId !== "" && subId.split("/").length >= depth),
        );
  return {
    all: became(left, paidFor),
    by: {
      affiliate: grouped("affiliate", left, paidFor),
      campaign: of("campaign", 1),
      adSet: of("adSet", 2),
      subId: of("subId", 1),
    },
    foreignAmounts: sum(left, "foreignAmounts"),
  };
}

const isSet = (values: readonly string[] | undefined) => values !== undefined && values.length > 0;

function isByWay({ result, dqReason, with: wanted, without, endingAt }: Filters): boolean {
  return [result, dqReason, wanted, without, endingAt].some(isSet);
}

type About = Partial<Omit<OutcomeTally, "day">> & Pick<OutcomeTally, "day" | "subId">;

/** A cost is checked only against what it records. */
function passes(about: About, filters: Filters): boolean {
  const { from, to, flags = {} } = filters;
  if (from && about.day < dayNumber(from)) return false;
  if (to && about.day > dayNumber(to)) return false;
  const isOf = (name: Exceptable, wanted: readonly string[] | undefined, value: string) =>
    !isSet(wanted) || wanted!.includes(value) !== isExcept(filters.except, name);
  const isAsked = (name: Dimension) => {
    const value = valueIn(about, name);
    return value === undefined || isOf(name, filters[name], value);
  };
  if (!dimensions.every(isAsked)) return false;
  if (about.flags === undefined) return true;
  const known = readFlags(about.flags);
  return Object.entries(flags).every(([name, wanted]) => isOf(`flag.${name}`, wanted, known[name] ?? ""));
}

function grouped(
  by: (typeof outcomeDimensions)[number],
  tallies: readonly OutcomeTally[],
  costs: readonly SourceCost[],
): Record<string, Became> {
  const idOf = (each: OutcomeTally | SourceCost) => valueIn(each, by)!;
  const values = new Set([...tallies, ...costs].map(idOf));
  const of = (value: string) => (each: OutcomeTally | SourceCost) => idOf(each) === value;
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
