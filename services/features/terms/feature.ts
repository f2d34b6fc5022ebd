import type { Feature } from "../feature.ts";
import { termsChangesIn } from "./changes.ts";
import { fileChangesIn } from "./file-changes.ts";

/** A price that is cut by half or more is rarely meant: each is counted, and an alert says so. */
export const priceFalls = "claimpath_price_falls_total";

/** How often the end of a pause is looked for, in milliseconds; more often where the outbox is. */
const longestPollMs = 1_000;

type TermsTables = ReturnType<typeof termsChangesIn> & ReturnType<typeof fileChangesIn>;

/**
 * What people change in prices, pauses, caps and payouts in the console, over the file (docs/guides/sales.md), and who
 * the receivers are, in the file itself. The terms in force decide who is offered a lead, so the core reads them by
 * itself, with this feature or without.
 */
export const terms: Feature<TermsTables> = {
  name: "terms",
  tables: {
    names: ["file_changes", "running_receivers"],
    of: (connection, now) => ({ ...termsChangesIn(connection, now), ...fileChangesIn(connection, now) }),
  },
  counters: {
    [priceFalls]: "How often somebody of the console has cut a receiver's price by half or more.",
  },
  start: async ({ store, settings, terms, outbox, now, log, renew }) => {
    const { watchPauses } = await import("./after-pause.ts");
    const { watchFile } = await import("./take-up.ts");
    const shared = { store, settings, now, log, pollMs: Math.min(longestPollMs, settings.outboxPollMs) };
    const jobs = [watchPauses({ ...shared, terms, outbox }), watchFile({ ...shared, renew })];
    return { stop: async () => void (await Promise.all(jobs.map((each) => each.stop()))) };
  },
  commands: { after: "outbox", load: async () => (await import("./terms-command.ts")).addTerms },
};
