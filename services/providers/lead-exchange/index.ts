import type { LeadExchange } from "../ports.ts";
import { byAddress } from "../provider.ts";
import { liveLeadExchange } from "./live.ts";

/** No exchange is set: nothing is sent, and nothing could be done in its place. */
export const noLeadExchange: LeadExchange = { announce: async () => {} };

export const leadExchange = byAddress({
  name: "lead-exchange",
  words: "lead exchange",
  setting: "LEAD_EXCHANGE_URL",
  address: ({ leadExchangeUrl }) => leadExchangeUrl,
  live: liveLeadExchange,
  off: noLeadExchange,
});
