import type { PageFeature } from "../feature.ts";

export const experiments: PageFeature = {
  name: "experiments",
  needs: ["numbers"],
  graphPages: {
    "graphs/experiments": "list-route.tsx",
    "graphs/experiments/:id": "report-route.tsx",
  },
  inCharts: { href: "/graphs/experiments", text: "Experiments" },
};
