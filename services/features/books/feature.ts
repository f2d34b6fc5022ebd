import type { Connection } from "../../store/engine/connection.ts";
import type { Bookkeeping } from "../../store/sales/ledger-fill.ts";
import type { Feature } from "../feature.ts";
import { costsIn } from "./costs.ts";
import { ledgerIn } from "./ledger.ts";
import { outcomesIn } from "./outcomes.ts";
import { campaign, faultsIn, variables } from "./settings.ts";

const booksOf = (connection: Connection, now: () => number, { books, rules }: Bookkeeping) => ({
  ledger: ledgerIn(connection, now, books, rules),
  outcomes: outcomesIn(connection, now, books, rules),
  costs: costsIn(connection),
});

/**
 * What people do with the core's books (docs/guides/sales.md): they read and close them, take sales back, write
 * statements and payouts, and import buyers' reports and visits' costs. Affiliates get letters about it.
 */
export const books: Feature<ReturnType<typeof booksOf>> = {
  name: "books",
  tables: { names: ["source_costs"], of: booksOf },
  variables,
  campaign,
  faults: faultsIn,
  start: async (core) => {
    const { startAffiliateReports } = await import("./affiliate-reports.ts");
    return startAffiliateReports(core);
  },
  commands: {
    after: "outbox",
    load: async () => {
      const [{ addCosts, addOutcomes }, { addSales }] = await Promise.all([
        import("./outcomes-command.ts"),
        import("./sales-command.ts"),
      ]);
      return (program) => {
        for (const add of [addOutcomes, addCosts, addSales]) add(program);
      };
    },
  },
  story: async (store, lead, { destinations }) =>
    (await import("./story.ts")).reportLines(store, lead, destinations),
};
