import type { PageAccess } from "../../../services/console/roles.ts";
import { inEach, inLanguage } from "../../../services/words/languages.ts";
import type { PageFeature } from "../feature.ts";
import { revocationWords } from "./words/index.ts";

/** Of its page, and of its card on a lead's. */
export const access: PageAccess = { sees: "leads-masked", presses: "leads" };

/** Its page of one lead, which its buttons post to. */
export const pageOf = (id: string) => `/console/leads/${id}/do-not-call`;

export const revocations: PageFeature = {
  name: "revocations",
  needs: ["books"],
  consolePages: { "console/leads/:id/do-not-call": "route.tsx" },
  afterOptOut: inEach((language) => inLanguage(revocationWords, language).afterOptOut),
};
