import * as z from "zod";
import { estimateByTable } from "../../machines/rules/compensation-table.ts";
import type { CallJson } from "./http.ts";
import type { Compensation } from "./ports.ts";
import type { Provider } from "./provider.ts";

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

/** Nobody estimates: the meter stays at its initial value. */
export const noCompensation: Compensation = { estimate: async () => undefined };

/** Estimates by our own table of round figures. */
export const embeddedCompensation: Compensation = { estimate: async (fields) => estimateByTable(fields) };

export const compensation: Provider<Compensation> = {
  name: "compensation",
  words: "compensation estimate",
  addresses: ({ compensationUrl }) => [compensationUrl],
  choose({ compensationUrl: url, plain }, { callJson, withCallLog }) {
    if (url)
      return { port: withCallLog(liveCompensation(callJson, url)), mode: "live", how: "COMPENSATION_URL" };
    if (plain.survey["compensation-table"]) {
      return { port: embeddedCompensation, mode: "embedded", how: "our own table of round figures" };
    }
    return {
      port: noCompensation,
      mode: "off",
      how: "survey.compensation-table is off: the meter shows no level",
    };
  },
};
