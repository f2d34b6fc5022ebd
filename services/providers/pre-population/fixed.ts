import type { PrePopulation } from "../ports.ts";

/** 100 percent need no service: everybody's form is filled in (ruling 141). */
export const everybodyPrePopulated: PrePopulation = { ask: async () => "yes" };

/** Without a service nobody's is. */
export const nobodyPrePopulated: PrePopulation = { ask: async () => undefined };
