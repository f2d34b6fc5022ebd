import { attacks } from "./attacks.ts";
import { faults } from "./faults.ts";
import type { Proof, Threat } from "./threat.ts";
import { visitors } from "./visitors.ts";

/** All rows, in order. */
export const threats: Threat[] = Object.entries({ ...faults, ...visitors, ...attacks }).map(
  ([number, row]) => ({
    ...row,
    number: Number(number),
    proofs: Object.entries(row.proofs).map(([file, titles]): Proof => [file, ...titles]),
  }),
);
