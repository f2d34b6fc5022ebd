import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

/** It shows what leads were sold for. */
export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

export const takesPage = "/console/buyers-terms";

export const buyersTerms: PageFeature = {
  name: "buyers-terms",
  consolePages: { "console/buyers-terms": "route.tsx" },
  inConsole: [{ href: takesPage, text: "What buyers take", after: "/console/terms", sees: access.sees }],
};
