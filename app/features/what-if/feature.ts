import type { PageFeature } from "../feature.ts";

export const whatIf: PageFeature = {
  name: "what-if",
  graphPages: { "graphs/:code/what-if": "route.tsx" },
  ofSurvey: { page: "what-if", text: "What if" },
  atLeak: (code) => ({ text: "What if it were not asked", href: `/graphs/${code}/what-if` }),
};
