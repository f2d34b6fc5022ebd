import * as z from "zod";
import type { CallJson } from "../http.ts";
import type { Buyers } from "../ports.ts";

const buyer = z.object({
  name: z.string().trim().min(1).max(200),
  ids: z.array(z.int().nonnegative()).min(1).max(100),
});
const answer = z.object({
  selectedBuyers: z.array(buyer).max(100).default([]),
  allPossibleBuyers: z.array(buyer).max(1000).default([]),
});

/** Asks the buyers service who may be named in a one-to-one consent: our own contract (specification 7). */
export function liveBuyers(callJson: CallJson, url: string, timeoutMs: number): Buyers {
  return {
    async find(fields) {
      const found = await callJson({
        provider: "buyers",
        url: `${url}/get-available`,
        body: { fields },
        timeoutMs,
        schema: answer,
      });
      return { selected: found.selectedBuyers, possible: found.allPossibleBuyers };
    },
  };
}
