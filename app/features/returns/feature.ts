import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

export const desk = "/console/returns";
export const numbersPage = "/console/returns/numbers";

export const returns: PageFeature = {
  name: "returns",
  needs: ["books"],
  consolePages: {
    "console/returns": "route.tsx",
    "console/returns/numbers": "numbers-route.tsx",
    "console/returns/numbers.csv": "csv-route.ts",
  },
  inConsole: [{ href: desk, text: "Returns", after: "/console/sales", sees: access.sees }],
};
