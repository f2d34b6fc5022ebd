import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

/** Access to all its pages. */
export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

export const listPage = "/console/invoices";
export const pageOf = (number: string) => `${listPage}/${number}`;

export const invoices: PageFeature = {
  name: "invoices",
  needs: ["books"],
  consolePages: {
    "console/invoices": "route.tsx",
    "console/invoices/:id": "invoice-route.tsx",
  },
  inConsole: [{ href: listPage, text: "Invoices", after: "/console/profit", sees: access.sees }],
};
