import type { PageFeature } from "../feature.ts";
import type { AddedToNumberPages } from "../numbers/added.ts";

export const whatIf: PageFeature = {
  name: "what-if",
  // Example visits open in the simulator.
  needs: ["numbers", "simulator"],
  graphPages: { "graphs/:code/what-if": "route.tsx" },
  ofSurvey: [{ page: "what-if", text: "What if" }],
  adds: {
    numbers: {
      atLeak: (code) => ({ text: "What if it were not asked", href: `/graphs/${code}/what-if` }),
    } satisfies AddedToNumberPages,
  },
};
