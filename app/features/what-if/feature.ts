import type { PageFeature } from "../feature.ts";

export const whatIf: PageFeature = {
  name: "what-if",
  // Example visits open there.
  needs: ["simulator"],
  graphPages: { "graphs/:code/what-if": "route.tsx" },
  ofSurvey: { page: "what-if", text: "What if" },
  atLeak: (code) => ({ text: "What if it were not asked", href: `/graphs/${code}/what-if` }),
};
