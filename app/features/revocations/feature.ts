import type { PageAccess } from "../../../services/console/roles.ts";
import type { PageFeature } from "../feature.ts";

/** Of its page, and of its card on a lead's. */
export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

/** Its page of one lead, which its buttons post to. */
export const pageOf = (id: string) => `/console/leads/${id}/do-not-call`;

export const revocations: PageFeature = {
  name: "revocations",
  needs: ["books"],
  consolePages: { "console/leads/:id/do-not-call": "route.tsx" },
  afterOptOut: {
    en: "We also tell each firm that has it from us that you said no.",
    es: "Además le avisamos a cada bufete que lo recibió de nosotros que usted dijo que no.",
  },
};
