import { attacks } from "./attacks.ts";
import { faults } from "./faults.ts";
import type { Threat } from "./threat.ts";
import { visitors } from "./visitors.ts";

/** All rows, in order. */
export const threats: Threat[] = [...faults, ...visitors, ...attacks].sort(
  (one, other) => one.number - other.number,
);
