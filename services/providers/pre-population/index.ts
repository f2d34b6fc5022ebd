import { createHash } from "node:crypto";
import type { PrePopulation } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { livePrePopulation, ofPlainIds } from "./live.ts";

/** Without a service the draw is our own: so many sessions in a hundred, and a session always draws the same. */
export function drawnPrePopulation(percentage: number): PrePopulation {
  return {
    async ask({ sessionId }) {
      const drawn =
        createHash("sha256").update(`pre-population:${sessionId}`).digest().readUInt32BE() / 2 ** 32;
      return drawn * 100 < percentage ? "yes" : "no";
    },
  };
}

/** 100 percent need no service: everybody's form is filled in (ruling 141). */
export const everybodyPrePopulated: PrePopulation = { ask: async () => "yes" };

/** Without a service nobody's is. */
export const nobodyPrePopulated: PrePopulation = { ask: async () => undefined };

export const prePopulation: Provider<PrePopulation> = {
  name: "pre-population",
  words: "pre-population",
  addresses: ({ prePopUrl }) => [prePopUrl],
  choose({ prePopUrl: url, prePopPercent: percent }, { callJson, withCallLog }) {
    if (percent === 100) {
      return { port: everybodyPrePopulated, mode: "embedded", how: "100 percent: everybody" };
    }
    const how = `${percent} percent`;
    if (url)
      return { port: ofPlainIds(withCallLog(livePrePopulation(callJson, url, percent))), mode: "live", how };
    if (percent > 0)
      return { port: drawnPrePopulation(percent), mode: "embedded", how: `${how} of sessions` };
    return {
      port: nobodyPrePopulated,
      mode: "off",
      how: "no PREPOP_URL and no survey.prefill-percent: nobody",
    };
  },
};
