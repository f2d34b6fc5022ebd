import type { PageFeature } from "../feature.ts";

export const alarms: PageFeature = {
  name: "alarms",
  needs: ["numbers"],
  graphPages: { "graphs/alarms": "route.tsx" },
  inCharts: { href: "/graphs/alarms", text: "Alarms" },
};
