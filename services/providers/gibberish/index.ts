import type { GibberishCheck } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { embeddedGibberishCheck } from "./embedded.ts";
import { liveGibberishCheck } from "./live.ts";

export const gibberish: Provider<GibberishCheck> = {
  name: "gibberish",
  words: "gibberish check",
  addresses: ({ gibberishUrl }) => [gibberishUrl],
  choose({ gibberishUrl: url }, { callJson, withCallLog }) {
    if (!url) return { port: embeddedGibberishCheck(), mode: "embedded", how: "letter pairs" };
    return { port: withCallLog(liveGibberishCheck(callJson, url)), mode: "live", how: "GIBBERISH_URL" };
  },
};
