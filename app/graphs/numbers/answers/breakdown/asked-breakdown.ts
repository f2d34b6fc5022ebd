import { defaultFlags } from "../../../../../machines/rules/page-flags.ts";
import {
  type Against,
  type Breakdown,
  type BreakdownName,
  type BreakdownValue,
  breakdownNames,
} from "../../../../../services/analytics/breakdown.ts";
import type { Numbers } from "../../../../../services/analytics/types.ts";
import { dimensionNames, flagPrefix } from "../../names.ts";
import type { FieldErrors } from "../asked.ts";

/** The dimensions of a breakdown. */
export type Divided = { by: BreakdownName; and?: BreakdownName; against?: Against };

/** Those of one with two. */
export type DividedTwice = Required<Pick<Divided, "by" | "and">>;

const known: readonly string[] = [
  ...breakdownNames,
  ...Object.keys(defaultFlags).map((name) => flagPrefix + name),
];

/** By affiliate unless the address says otherwise. */
export function dividedBy(params: URLSearchParams): { divided: Divided; wrong: FieldErrors } {
  const [by, and] = [params.get("by") || "affiliate", params.get("and") || undefined];
  const wrong: FieldErrors = {};
  if (!known.includes(by)) wrong.by = `Sessions cannot be broken down by “${by}”.`;
  if (and !== undefined && !known.includes(and)) wrong.and = `Sessions cannot be broken down by “${and}”.`;
  if (and === by) wrong.and = "Choose two different dimensions, or just one.";
  const against = readAgainst(params.get("against") ?? "");
  if (against === "unknown")
    wrong.against = "Compare with all others, the largest group, or one of the groups.";
  return {
    divided: {
      by: by as BreakdownName,
      ...(and && { and: and as BreakdownName }),
      ...(against && against !== "unknown" && { against }),
    },
    wrong,
  };
}

/** An address names a group as `is:7`, since a group may be called `largest`. */
const groupPrefix = "is:";

function readAgainst(given: string): Against | "unknown" | undefined {
  if (given === "") return undefined;
  if (given === "largest") return given;
  return given.startsWith(groupPrefix) ? { value: given.slice(groupPrefix.length) } : "unknown";
}

/** The groups that others can be compared with, in words: the commonest, which are those with rows on the first screens. */
export function groupsToChoose(
  { rows }: Breakdown,
  nameOf: (value: BreakdownValue) => string,
): Record<string, string> {
  const groups = rows.filter(({ value }) => value !== null).slice(0, mostGroups);
  return {
    "": "All other sessions",
    largest: "The largest group",
    ...Object.fromEntries(groups.map(({ value }) => [groupPrefix + value, nameOf(value)])),
  };
}

const mostGroups = 24;

const names: Partial<Record<BreakdownName, string>> = {
  ...dimensionNames,
  day: "Day",
  weekday: "Weekday",
  result: "Result",
  endingAt: "Last step",
};

export function nameOf(name: BreakdownName): string {
  return names[name] ?? `Flag ${name.slice(flagPrefix.length)}`;
}

/** Flags are offered only where visits differ in them. */
export function namesToChoose(flags: Numbers["choices"]["flags"] = {}): Record<string, string> {
  const all = [...breakdownNames, ...Object.keys(flags).map((flag) => `${flagPrefix}${flag}` as const)];
  return Object.fromEntries(all.map((name) => [name, nameOf(name)]));
}
