import type { CallJson } from "../http.ts";
import type { LeadExchange } from "../ports.ts";

/** Tells the lead exchange that a lead is about to be sent (spec 7). Only the arrival matters. */
export function liveLeadExchange(callJson: CallJson, url: string, timeoutMs = 5_000): LeadExchange {
  return {
    async announce(body) {
      await callJson({ provider: "lead-exchange", url, body, timeoutMs });
    },
  };
}
