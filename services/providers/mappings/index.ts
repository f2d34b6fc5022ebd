import type { Mappings } from "../ports.ts";
import { byAddress, type Provider } from "../provider.ts";
import { liveMappings, ofNumbers } from "./live.ts";

/** Without a mapping service every lead goes to the campaign of the settings. */
export const noMappings: Mappings = { find: async () => undefined };

const known = byAddress({
  name: "mappings",
  words: "mappings",
  setting: "MAPPINGS_URL",
  address: ({ mappingsUrl }) => mappingsUrl,
  live: liveMappings,
  off: noMappings,
  otherwise: "every lead goes to the campaign of the settings",
});

export const mappings: Provider<Mappings> = {
  ...known,
  choose(...by) {
    const choice = known.choose(...by);
    // Outside of what is watched: a question that is not asked has not failed.
    return { ...choice, port: ofNumbers(choice.port) };
  },
};
