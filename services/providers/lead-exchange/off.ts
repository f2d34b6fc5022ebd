import type { LeadExchange } from "../ports.ts";

/** No exchange is set: nobody is told (there is nothing that could be done in its place). */
export const noLeadExchange: LeadExchange = { announce: async () => {} };
