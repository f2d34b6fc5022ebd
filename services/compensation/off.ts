import type { Compensation } from "../ports.ts";

/** Nobody here can say what a claim is worth, so the meter shows no level (an invented one would be a false promise). */
export const noCompensation: Compensation = { estimate: async () => undefined };
