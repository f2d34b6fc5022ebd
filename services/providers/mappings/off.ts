import type { Mappings } from "../ports.ts";

/** Without a mapping service every lead goes to the campaign of the settings. */
export const noMappings: Mappings = { find: async () => undefined };
