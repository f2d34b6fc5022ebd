import type { Compensation } from "../ports.ts";

/** Nobody estimates: the meter stays at its start. */
export const noCompensation: Compensation = { estimate: async () => undefined };
