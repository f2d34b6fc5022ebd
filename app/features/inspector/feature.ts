import type { PageFeature } from "../feature.ts";

/** A live survey beside its chart in the simulator, which follows the visit. */
export const inspector: PageFeature = {
  name: "inspector",
  needs: ["simulator"],
  whileDeveloping: {
    graphPages: { "graphs/:code/inspect": "route.tsx", "graphs/:code/live": "live-route.ts" },
    parameter: "inspect",
    leadsTo: (code, survey) => `/graphs/${code}/inspect?${new URLSearchParams({ survey })}`,
  },
};
