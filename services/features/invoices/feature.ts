import { mailFaults } from "../../settings/receivers.ts";
import type { Core, Feature, Job } from "../feature.ts";
import { invoiceSettings, section } from "./section.ts";
import { invoicesIn } from "./tables.ts";

/** Sends the letters of invoices that wait, now and then, and when it is asked to. */
type Letters = Job & { send(): void };

/** What buyers owe for closed months, as documents that never change (docs/guides/sales.md). */
export const invoices: Feature<ReturnType<typeof invoicesIn>, Letters> & {
  start: (core: Core) => Promise<Letters>;
} = {
  name: "invoices",
  needs: ["books"],
  tables: { names: ["invoices", "invoice_marks"], of: invoicesIn },
  section,
  faults: (settings) => {
    const { buyers = {} } = invoiceSettings(settings) ?? {};
    return mailFaults(
      { "mail in invoices": Object.values(buyers).some(({ mail }) => mail !== undefined) },
      settings.destinations,
    );
  },
  start: async (core) => (await import("./letters.ts")).startLetters(core),
  health: async ({ invoices }) =>
    (await import("./operations.ts")).figuresOf(await invoices.list(), Date.now()),
  commands: { after: "outbox", load: async () => (await import("./command.ts")).addInvoices },
};
