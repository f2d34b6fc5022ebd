import type { CallJson } from "./http.ts";
import type { LeadExchange } from "./ports.ts";
import { byAddress } from "./provider.ts";

/** Tells the lead exchange that a lead is about to be sent (spec 7). Only delivery matters; the answer is ignored. */
export function liveLeadExchange(callJson: CallJson, url: string, timeoutMs = 5_000): LeadExchange {
  return {
    async announce(body) {
      await callJson({ provider: "lead-exchange", url, body, timeoutMs });
    },
  };
}

/** No exchange is set: nothing is sent, and nothing could replace it. */
export const noLeadExchange: LeadExchange = { announce: async () => {} };

export const leadExchange = byAddress({
  name: "lead-exchange",
  words: "lead exchange",
  setting: "LEAD_EXCHANGE_URL",
  address: ({ leadExchangeUrl }) => leadExchangeUrl,
  live: liveLeadExchange,
  off: noLeadExchange,
});
