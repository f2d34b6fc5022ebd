import { estimateByTable } from "../../../machines/rules/compensation-table.ts";
import type { Compensation } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { liveCompensation } from "./live.ts";

/** Nobody estimates: the meter stays at its start. */
export const noCompensation: Compensation = { estimate: async () => undefined };

/** Estimates by our own table of round figures. */
export const embeddedCompensation: Compensation = { estimate: async (fields) => estimateByTable(fields) };

export const compensation: Provider<Compensation> = {
  name: "compensation",
  words: "compensation estimate",
  addresses: ({ compensationUrl }) => [compensationUrl],
  choose({ compensationUrl: url, compensationTable }, { callJson, withCallLog }) {
    if (url)
      return { port: withCallLog(liveCompensation(callJson, url)), mode: "live", how: "COMPENSATION_URL" };
    if (compensationTable) {
      return { port: embeddedCompensation, mode: "embedded", how: "our own table of round figures" };
    }
    return {
      port: noCompensation,
      mode: "off",
      how: "survey.compensation-table is off: the meter shows no level",
    };
  },
};
