import type { Feature } from "../feature.ts";

/** Makes up visits, so that analysts see their pages before anybody came. */
export const simulatedTraffic: Feature = {
  name: "simulated-traffic",
  needs: ["numbers"],
  commands: { after: "console", load: async () => (await import("./command.ts")).addSimulateTraffic },
};
