import { dollars } from "../../operations/text.ts";
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
  health: async ({ invoices }) => {
    const { isGivenUp } = await import("./operations.ts");
    const all = await invoices.list();
    const overdue = all.filter(({ state }) => state === "overdue");
    const lost = all.filter((each) => isGivenUp(each, Date.now()));
    const sum = dollars(overdue.reduce((cents, each) => cents + each.cents, 0));
    const says = [
      ...(overdue.length > 0 ? [`${overdue.length} overdue, ${sum}`] : []),
      ...(lost.length > 0 ? [`not sent: ${lost.map(({ number }) => number).join(", ")}`] : []),
    ];
    if (says.length === 0) return [];
    const href = `/console/invoices${overdue.length > 0 ? "?state=overdue" : ""}`;
    return [{ name: "Invoices", value: says.join("; "), isBad: true, href }];
  },
  commands: { after: "outbox", load: async () => (await import("./command.ts")).addInvoices },
};
