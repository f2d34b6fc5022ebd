import { defaultFlags } from "../../../machines/rules/page-flags.ts";

/** One value of the context by its path, and whether the last event changed it. */
export type ContextValue = { path: string; value: string; isNew: boolean };

/** The context, value by value, without empty values and default flags. */
export function contextValues(context: object, before: object | undefined): ContextValue[] {
  const known = new Map(valuesOf(before ?? context, ""));
  return valuesOf(context, "")
    .filter(([path, value]) => usual.get(path) !== value)
    .map(([path, value]) => ({ path, value, isNew: known.get(path) !== value }));
}

function valuesOf(value: unknown, path: string): [path: string, value: string][] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.length > 0 ? [[path, value.map(text).join(", ")]] : [];
  if (typeof value !== "object") return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => valuesOf(inner, path ? `${path}.${key}` : key));
}

function text(item: unknown): string {
  return typeof item === "object" ? JSON.stringify(item) : String(item);
}

const usual = new Map(valuesOf({ flags: defaultFlags }, ""));
