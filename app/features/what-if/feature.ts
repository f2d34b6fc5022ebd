import type { PageFeature } from "../feature.ts";

export const whatIf: PageFeature = {
  name: "what-if",
  // Example visits open in the simulator.
  needs: ["simulator"],
  graphPages: { "graphs/:code/what-if": "route.tsx" },
  ofSurvey: [{ page: "what-if", text: "What if" }],
};
