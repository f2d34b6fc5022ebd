import { type Visit, walk } from "./walk.ts";

/** v4nv and the variants with all of its branches, but for what each changes. */
export const family = [
  "v4nv",
  "v4nv-es",
  "crash-comped",
  "v7",
  "v5nv",
  "v4nv-1to1",
  "v4nv-d1",
  "v4nv-d2",
  "v4nv-x1",
];

/** The part of a way from one question to another, both included. */
export function part(code: string, from: string, to: string, visit: Visit = {}): string {
  const { way } = walk(code, visit);
  const steps = way.split(" ");
  return steps.slice(steps.indexOf(from), steps.indexOf(to) + 1).join(" ");
}
