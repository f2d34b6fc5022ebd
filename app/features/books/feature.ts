import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

/** Access to all its pages. */
export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

export const books: PageFeature = {
  name: "books",
  consolePages: {
    "console/sales": "route.tsx",
    "console/sales.csv": "csv-route.ts",
    "console/sales/statement": "statement-route.tsx",
    "console/sales/lines/:id": "sale-route.tsx",
  },
  inConsole: [{ href: "/console/sales", text: "Sales", after: "/console/deliveries", sees: access.sees }],
  atSales: "/console/sales",
};
