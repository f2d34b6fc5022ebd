import type { PageFeature } from "../feature.ts";
import type { AddedToNumberPages } from "../numbers/added.ts";

export const questionCost: PageFeature = {
  name: "question-cost",
  needs: ["numbers"],
  graphPages: {
    "graphs/:code/question-cost": "route.tsx",
    "graphs/:code/question-cost/:as": "file-route.ts",
  },
  ofSurvey: [{ page: "question-cost", text: "Questions" }],
  adds: {
    numbers: {
      atLeak: (code, node) => ({
        text: "What each question costs",
        href: `/graphs/${code}/question-cost#${node.split(".")[0]}`,
      }),
    } satisfies AddedToNumberPages,
  },
};
