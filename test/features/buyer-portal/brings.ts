import type { Brings } from "../../support/features.ts";

/** Nobody of the company has any of these pages: they see all of it elsewhere. */
export const brings: Brings = {
  posts: () => [["/console/buyer/leads/a", { form: { intent: "return", reason: "other" } }]],
  access: [
    "/console/buyer 0 200",
    "/console/buyer/leads/:id 0 200; intent=return 0 200; intent=do-not-call 0 200; intent=called 0 200",
    "/console/buyer/sales 0 200",
    "/console/buyer/sales.csv 0 200",
    "/console/buyer/returns 0 200",
    "/console/buyer/invoices 0 200",
    "/console/buyer/invoices/:number 0 200",
    "/console/buyer/terms 0 200",
  ],
  reads: {
    "what a buyer asked for is listed": ({ returns }) => returns.ofBuyer("b1", 100),
    "what a buyer asked for of some leads is listed": ({ returns }) => returns.ofBuyer("b1", 100, ["l8"]),
  },
};
