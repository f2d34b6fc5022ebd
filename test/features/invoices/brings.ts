import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [
    ["/console/invoices", { form: { intent: "make", buyer: "north", month: "2026-10" } }],
    ["/console/invoices/a", { form: { intent: "paid", day: "2026-10-01" } }],
  ],
  access: [
    "/console/invoices 2 200; intent=make&buyer=x 1 422",
    "/console/invoices/:id 2 404; intent=paid 1 404; intent=letter 1 404; intent=void 1 404; intent=x 1 404",
  ],
  reads: {
    "an invoice is looked up": ({ invoices }) => invoices.get("n8"),
  },
};
