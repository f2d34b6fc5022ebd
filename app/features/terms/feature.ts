import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

/** Access to the pages of terms. */
export const access: PageAccess = { sees: "leads-masked", presses: "leads" };
/** Access to the pages that change the file: it has mailboxes and addresses. */
export const fileAccess: PageAccess = { sees: "leads", presses: "leads" };

/** What was changed in the file, and who runs with it. */
export const filePage = "/console/terms/file";

export const terms: PageFeature = {
  name: "terms",
  consolePages: {
    "console/terms": "route.tsx",
    "console/terms/set-up": "set-up-route.tsx",
    "console/terms/order": "order-route.tsx",
    "console/terms/file": "file-route.tsx",
    "console/terms/:party/:name": "owner-route.tsx",
  },
  inConsole: [{ href: "/console/terms", text: "Terms", after: "/console/deliveries", sees: access.sees }],
  atTerms: (party, name) => `/console/terms/${party}/${encodeURIComponent(name)}`,
};
