import { byAddress } from "../provider.ts";
import { embeddedGibberishCheck } from "./embedded.ts";
import { liveGibberishCheck } from "./live.ts";

export const gibberish = byAddress({
  name: "gibberish",
  words: "gibberish check",
  setting: "GIBBERISH_URL",
  address: ({ gibberishUrl }) => gibberishUrl,
  live: liveGibberishCheck,
  off: embeddedGibberishCheck(),
  embedded: "letter pairs",
});
