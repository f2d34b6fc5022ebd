import { defaultFlags } from "../../../../../machines/rules/page-flags.ts";
import { type BreakdownName, breakdownNames } from "../../../../../services/analytics/breakdown.ts";
import type { Numbers } from "../../../../../services/analytics/types.ts";
import { dimensionNames, flagPrefix } from "../../names.ts";
import type { FieldErrors } from "../asked.ts";

/** The dimensions of a breakdown. */
export type Divided = { by: BreakdownName; and?: BreakdownName };

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
  return { divided: { by: by as BreakdownName, ...(and && { and: and as BreakdownName }) }, wrong };
}

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
