import type { PageFeature } from "../feature.ts";
import type { AddedToNumberPages } from "../numbers/added.ts";

export const simulatedTraffic: PageFeature = {
  name: "simulated-traffic",
  needs: ["numbers"],
  adds: {
    numbers: {
      makesVisits: (code) =>
        `npm run claimpath -- simulate-traffic --variant ${code} --sessions 10000 --seed 1`,
    } satisfies AddedToNumberPages,
  },
};
