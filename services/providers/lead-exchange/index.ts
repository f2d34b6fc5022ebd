import { byAddress } from "../provider.ts";
import { liveLeadExchange } from "./live.ts";
import { noLeadExchange } from "./off.ts";

export const leadExchange = byAddress({
  name: "lead-exchange",
  words: "lead exchange",
  setting: "LEAD_EXCHANGE_URL",
  address: ({ leadExchangeUrl }) => leadExchangeUrl,
  live: liveLeadExchange,
  off: noLeadExchange,
});
