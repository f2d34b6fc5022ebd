import { onOff } from "../../settings/kinds.ts";
import type { Core, Feature } from "../feature.ts";
import type { CallTimes } from "./call-times.ts";

export const settings = {
  section: "company",
  withoutSale: "a visitor's wish, of which no buyer hears",
  keys: {
    "ask-call-time": {
      kind: onOff.default(false),
      about:
        "Whether the thank-you page asks when a call suits the visitor: on or off. Only the lead's page in the console says it, and a letter to receivers of kind email that had one of the lead; switch it on where your own people make or arrange the first call.",
    },
  },
};

/** Asks visitors who have sent a lead when a call suits them (docs/settings.md). */
export const callTime: Feature & { start: (core: Core) => Promise<CallTimes> } = {
  name: "call-time",
  settings,
  start: async (core) => (await import("./call-times.ts")).callTimesWith(core),
};
