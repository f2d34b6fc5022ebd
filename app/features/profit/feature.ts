import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

export const profit: PageFeature = {
  name: "profit",
  needs: ["books"],
  consolePages: { "console/profit": "route.tsx", "console/profit.csv": "csv-route.ts" },
  inConsole: [{ href: "/console/profit", text: "Profit", after: "/console/sales", sees: access.sees }],
};
