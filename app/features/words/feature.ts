import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

export const listPage = "/console/words";

/** The owner's own words of questions: shown beside the shipped ones, changed with a preview, undone. */
export const words: PageFeature = {
  name: "words",
  needs: ["screens"],
  graphPages: { "graphs/:code/words": "screen-route.tsx" },
  consolePages: {
    "console/words": "route.tsx",
    "console/words/:language/:step": "question-route.tsx",
  },
  showsScreens: listPage,
  inConsole: [{ href: listPage, text: "Words", after: "/console/settings", sees: access.sees }],
};
