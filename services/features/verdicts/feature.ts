import { onOff } from "../../settings/kinds.ts";
import type { Core, Feature } from "../feature.ts";
import type { Verdicts } from "./said.ts";
import { counter, talliesIn } from "./tally.ts";

export const settings = {
  section: "company",
  withoutSale: "what a visitor reads once the lead is stored",
  keys: {
    "say-what-decided": {
      kind: onOff.default(false),
      about:
        "Whether the thank-you page, and the last screen of the one-page survey, tell a visitor who is not qualified which answer decided that, and where else to turn: on or off. Nothing is ever said of a lead that looks suspicious.",
    },
  },
};

/** Which answers decided how a lead was judged, and which would have turned it (docs/guides/verdicts.md). */
export const verdicts: Feature<ReturnType<typeof talliesIn>, Verdicts> & {
  start(core: Core): Promise<Verdicts>;
} = {
  name: "verdicts",
  settings,
  tables: { names: ["verdict_tallies"], of: talliesIn },
  news: { noun: "lead", to: "the numbers of verdicts", reader: counter },
  start: async (core) => (await import("./said.ts")).verdictsWith(core),
  story: async (store, lead, site) => (await import("./of-lead.ts")).verdictLines(store, lead, site),
};
