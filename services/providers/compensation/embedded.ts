import { estimateByTable } from "../../../machines/rules/compensation-table.ts";
import type { Compensation } from "../ports.ts";

/** Estimates by our own table of round figures. */
export const embeddedCompensation: Compensation = { estimate: async (fields) => estimateByTable(fields) };
