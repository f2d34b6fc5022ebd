import { BUYERS_TIMEOUT_MS } from "../../../machines/calls.ts";
import type { Buyers } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { buyersInFile, type CountToday } from "./embedded.ts";
import { liveBuyers } from "./live.ts";

/** The day's leads are counted in the store, which is opened after the providers are chosen. */
export type BuyersBy = (countToday: CountToday) => Buyers;

const nobody: Buyers = { find: async () => null };

export const buyers: Provider<BuyersBy> = {
  name: "buyers",
  words: "buyers service",
  addresses: ({ buyersUrl }) => [buyersUrl],
  choose({ buyersUrl, buyers: listed }, { callJson, withCallLog }) {
    if (buyersUrl) {
      const port = withCallLog(liveBuyers(callJson, buyersUrl, BUYERS_TIMEOUT_MS));
      return { port: () => port, mode: "live", how: "BUYERS_URL" };
    }
    const selectable = listed?.selectable ?? [];
    if (selectable.length > 0) {
      return {
        port: (countToday) => buyersInFile(selectable, countToday),
        mode: "embedded",
        how: "buyers of claimpath.yaml",
      };
    }
    return {
      port: () => nobody,
      mode: "off",
      how: "neither BUYERS_URL nor buyers to be selected in claimpath.yaml",
    };
  },
};
