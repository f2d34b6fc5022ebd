import type { Answers } from "../../machines/answers.ts";
import { estimateByTable } from "../../machines/rules/compensation-table.ts";
import type { Compensation } from "../ports.ts";

/** Estimates by our own table of round figures, which reads only answers. */
export const embeddedCompensation: Compensation = {
  estimate: async (fields) => estimateByTable(fields as Answers),
};
