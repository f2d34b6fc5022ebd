import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

/** Access to all its pages. */
export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

export const terms: PageFeature = {
  name: "terms",
  consolePages: { "console/terms": "route.tsx", "console/terms/:party/:name": "owner-route.tsx" },
  inConsole: [{ href: "/console/terms", text: "Terms", after: "/console/deliveries", sees: access.sees }],
  atTerms: (party, name) => `/console/terms/${party}/${encodeURIComponent(name)}`,
};
