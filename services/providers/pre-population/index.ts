import type { PrePopulation } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { drawnPrePopulation } from "./drawn.ts";
import { everybodyPrePopulated, nobodyPrePopulated } from "./fixed.ts";
import { livePrePopulation, ofPlainIds } from "./live.ts";

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
    return { port: nobodyPrePopulated, mode: "off", how: "no PREPOP_URL and no PREPOP_PERCENT: nobody" };
  },
};
