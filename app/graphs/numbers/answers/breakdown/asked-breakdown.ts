import { defaultFlags } from "../../../../../machines/rules/page-flags.ts";
import { type BreakdownName, breakdownNames } from "../../../../../services/analytics/breakdown.ts";
import type { Numbers } from "../../../../../services/analytics/types.ts";
import { dimensionNames, flagPrefix } from "../../names.ts";
import type { FieldErrors } from "../asked.ts";

/** By what sessions are divided. */
export type Divided = { by: BreakdownName; and?: BreakdownName };

const known: readonly string[] = [
  ...breakdownNames,
  ...Object.keys(defaultFlags).map((name) => flagPrefix + name),
];

/** Reads it out of an address: by affiliate where that says nothing. */
export function dividedBy(params: URLSearchParams): { divided: Divided; wrong: FieldErrors } {
  const [by, and] = [params.get("by") || "affiliate", params.get("and") || undefined];
  const wrong: FieldErrors = {};
  if (!known.includes(by)) wrong.by = `Sessions cannot be divided by “${by}”.`;
  if (and !== undefined && !known.includes(and)) wrong.and = `Sessions cannot be divided by “${and}”.`;
  if (and === by) wrong.and = "Choose two different things, or one.";
  return { divided: { by: by as BreakdownName, ...(and && { and: and as BreakdownName }) }, wrong };
}

const names: Partial<Record<BreakdownName, string>> = {
  ...dimensionNames,
  day: "Day",
  weekday: "Weekday",
  result: "Result",
  endingAt: "Place where it stands",
};

/** What it is called on pages. */
export function nameOf(name: BreakdownName): string {
  return names[name] ?? `Flag ${name.slice(flagPrefix.length)}`;
}

/** What there is to choose from: flags only where visits differ in them. */
export function namesToChoose(flags: Numbers["choices"]["flags"] = {}): Record<string, string> {
  const all = [...breakdownNames, ...Object.keys(flags).map((flag) => `${flagPrefix}${flag}` as const)];
  return Object.fromEntries(all.map((name) => [name, nameOf(name)]));
}
