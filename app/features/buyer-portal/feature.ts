import type { PageFeature } from "../feature.ts";

/** The first page of a buyer's people; their sign-in leads there. */
export const leadsPage = "/console/buyer";
export const leadPage = (id: string) => `${leadsPage}/leads/${id}`;
export const salesPage = `${leadsPage}/sales`;
export const returnsPage = `${leadsPage}/returns`;
export const invoicesPage = `${leadsPage}/invoices`;
export const invoicePage = (number: string) => `${invoicesPage}/${number}`;
export const termsPage = `${leadsPage}/terms`;

/** What a buyer's people see: its leads, sales, returns, invoices and terms, and nothing of anybody else. */
export const buyerPortal: PageFeature = {
  name: "buyer-portal",
  needs: ["accounts", "books", "returns", "revocations", "invoices", "terms"],
  consolePages: {
    "console/buyer": "leads-route.tsx",
    "console/buyer/leads/:id": "lead-route.tsx",
    "console/buyer/sales": "sales-route.tsx",
    "console/buyer/sales.csv": "csv-route.ts",
    "console/buyer/returns": "returns-route.tsx",
    "console/buyer/invoices": "invoices-route.tsx",
    "console/buyer/invoices/:number": "invoice-route.tsx",
    "console/buyer/terms": "terms-route.tsx",
  },
};
