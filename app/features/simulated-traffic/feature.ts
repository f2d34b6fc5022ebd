import type { PageFeature } from "../feature.ts";

export const simulatedTraffic: PageFeature = {
  name: "simulated-traffic",
  makesVisits: (code) => `npm run claimpath -- simulate-traffic --variant ${code} --sessions 10000 --seed 1`,
};
