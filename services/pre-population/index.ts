import type { PrePopulation } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { everybodyPrePopulated, nobodyPrePopulated } from "./fixed.ts";
import { livePrePopulation } from "./live.ts";

export const prePopulation: Provider<PrePopulation> = {
  name: "pre-population",
  words: "pre-population",
  addresses: ({ prePopUrl }) => [prePopUrl],
  choose({ prePopUrl: url, prePopPercent: percent }, { callJson, watch }) {
    if (percent === 100) {
      return { port: everybodyPrePopulated, mode: "embedded", how: "100 percent: everybody" };
    }
    if (!url) return { port: nobodyPrePopulated, mode: "off", how: "PREPOP_URL is not set: nobody" };
    return {
      port: watch(livePrePopulation(callJson, url, percent)),
      mode: "live",
      how: `${percent} percent`,
    };
  },
};
