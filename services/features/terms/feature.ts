import type { Feature } from "../feature.ts";
import { termsChangesIn } from "./changes.ts";

/** A price that is cut by half or more is rarely meant: each is counted, and an alert says so. */
export const priceFalls = "claimpath_price_falls_total";

/** How often the end of a pause is looked for, in milliseconds; more often where the outbox is. */
const longestPollMs = 1_000;

/**
 * What people change in prices, pauses, caps and payouts in the console, over the file (docs/guides/sales.md). The
 * terms in force decide who is offered a lead, so the core reads them by itself, with this feature or without.
 */
export const terms: Feature<ReturnType<typeof termsChangesIn>> = {
  name: "terms",
  tables: { names: [], of: termsChangesIn },
  counters: {
    [priceFalls]: "How often somebody of the console has cut a receiver's price by half or more.",
  },
  start: async ({ store, settings, terms, outbox, now, log }) => {
    const { watchPauses } = await import("./after-pause.ts");
    return watchPauses({
      store,
      settings,
      terms,
      outbox,
      now,
      log,
      pollMs: Math.min(longestPollMs, settings.outboxPollMs),
    });
  },
  commands: { after: "outbox", load: async () => (await import("./terms-command.ts")).addTerms },
};
