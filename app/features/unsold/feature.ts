import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

/** Access to its page. */
export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

export const listPage = "/console/unsold";

export const unsold: PageFeature = {
  name: "unsold",
  consolePages: { "console/unsold": "route.tsx" },
  inConsole: [{ href: listPage, text: "Unsold", after: "/console", sees: access.sees }],
};
