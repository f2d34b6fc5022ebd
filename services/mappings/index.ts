import { byAddress } from "../provider.ts";
import { liveMappings } from "./live.ts";
import { noMappings } from "./off.ts";

export const mappings = byAddress({
  name: "mappings",
  words: "mappings",
  setting: "MAPPINGS_URL",
  address: ({ mappingsUrl }) => mappingsUrl,
  live: liveMappings,
  off: noMappings,
  otherwise: "every lead goes to the campaign of the settings",
});
