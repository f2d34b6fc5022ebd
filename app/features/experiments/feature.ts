import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

/** Access to its pages of the console. */
export const access: PageAccess = { sees: "numbers", presses: "leads" };

export const experiments: PageFeature = {
  name: "experiments",
  needs: ["numbers"],
  graphPages: {
    "graphs/experiments": "list-route.tsx",
    "graphs/experiments/:id": "report-route.tsx",
  },
  consolePages: {
    "console/experiments": "console-list-route.tsx",
    "console/experiments/:id": "console-route.tsx",
  },
  inConsole: [
    { href: "/console/experiments", text: "Experiments", after: "/console/terms", sees: access.sees },
  ],
  inCharts: { href: "/graphs/experiments", text: "Experiments" },
};
