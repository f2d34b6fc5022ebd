import * as z from "zod";
import type { CallJson } from "../http.ts";
import type { Compensation } from "../ports.ts";

const level = z.union([z.number(), z.string().regex(/^\d$/).transform(Number)]).pipe(z.int().min(1).max(7));
const answer = z.object({ compLevel: level });

/** Asks for the level of the compensation estimate, 1 to 7: our own contract (spec 7). It names no amount. */
export function liveCompensation(callJson: CallJson, url: string, timeoutMs = 2_000): Compensation {
  return {
    async estimate(fields) {
      const body = { fields };
      const { compLevel } = await callJson({
        provider: "compensation",
        url,
        body,
        timeoutMs,
        schema: answer,
      });
      return { level: compLevel };
    },
  };
}
