import { wholeNumber } from "../../settings/kinds.ts";
import { type Core, type Feature, ownSettings } from "../feature.ts";
import type { Analytics } from "./client.ts";
import { type NumbersStore, numbersIn } from "./tables/numbers.ts";

const settings = {
  section: "analytics",
  withoutSale: "what is watched and counted",
  keys: {
    sessions: {
      kind: wholeNumber(1_000, 200_000_000).default(4_000_000),
      about:
        "How many sessions the analysts' numbers are counted from: the newest. Each takes about 50 bytes of memory.",
    },
  },
};

/** Counts the sessions that the core writes, in a thread of its own, for analysts and for other features. */
export const numbers: Feature<NumbersStore, Analytics> & {
  settings: typeof settings;
  start(core: Core): Promise<Analytics>;
} = {
  name: "numbers",
  tables: { names: ["day_notes"], of: numbersIn },
  settings,
  async start({ settings: site, store }) {
    const { analyticsOf, warmUp } = await import("./client.ts");
    const analytics = analyticsOf(site.databaseUrl, site.replicaUrl, ownSettings(site, settings).sessions);
    void warmUp(store.numbers, analytics);
    return analytics;
  },
  figures: {
    about: "sessions and leads are those of the last four weeks",
    of: async (analytics, site) => (await import("./traffic.ts")).trafficOf(analytics, site),
  },
  commands: { after: "console", load: async () => (await import("./commands.ts")).addNumbers },
};
