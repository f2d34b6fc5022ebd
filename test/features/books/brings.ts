import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [
    ["/console/sales", { form: { intent: "close", month: "2026-10" } }],
    ["/console/sales/lines/a", { form: { intent: "return", reason: "a" } }],
  ],
  access: [
    "/console/sales 2 200; intent=close&month=x 1 422",
    "/console/sales.csv 2 200",
    "/console/sales/statement?buyer=x 2 200",
    "/console/sales/lines/x 2 404; intent=return 1 404; intent=credit 1 404; intent=undo 1 404; reason=x 1 404",
  ],
  reads: {
    "an outcome is added": (store, now) =>
      store.books.outcomes.add([
        {
          id: "new",
          leadId: "l8",
          outcome: "paid",
          at: now,
          buyer: "Smith",
          buyerLeadId: null,
          amountCents: 4500,
          currency: "USD",
        },
      ]),
  },
};
