import type { Feature } from "../feature.ts";

/** Makes up visits, so that analysts can see their pages before anybody has come. */
export const simulatedTraffic: Feature = {
  name: "simulated-traffic",
  needs: ["numbers"],
  commands: { after: "console", load: async () => (await import("./command.ts")).addSimulateTraffic },
};
